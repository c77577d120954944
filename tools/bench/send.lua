-- For wrk: ... -s send.lua URL -- FILE COPIES
-- Sends the requests of FILE unmodified, in a cycle, COPIES of each in one write.
function init(args)
    local file = assert(io.open(args[1], "rb"))
    local bytes = file:read("*a")
    file:close()
    local writes = {}
    local at = 1
    repeat
        local next_at = bytes:find("POST ", at + 1, true) or #bytes + 1
        writes[#writes + 1] = bytes:sub(at, next_at - 1):rep(tonumber(args[2]))
        at = next_at
    until at > #bytes
    local last = 0
    local function next_write()
        last = last % #writes + 1
        return writes[last]
    end
    -- Without a function `request`, wrk formats the request only once.
    wrk.format = next_write
    if #writes > 1 then request = next_write end
end

-- bench: requests, microseconds, bytes, failures (connect, read, write, status, time-out), p50, p99
function done(summary, latency)
    local e = summary.errors
    io.write(string.format("bench: %d %d %d %d %d %d %d %d %d %d\n",
        summary.requests, summary.duration, summary.bytes,
        e.connect, e.read, e.write, e.status, e.timeout,
        latency:percentile(50), latency:percentile(99)))
end
