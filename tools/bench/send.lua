-- For wrk: ... -s send.lua URL -- FILE COUNT
-- Sends the requests of FILE unmodified, in a cycle, COUNT in each write.
function init(args)
    local file = assert(io.open(args[1], "rb"))
    local bytes = file:read("*a")
    file:close()
    local requests = {}
    local at = 1
    repeat
        local next_at = bytes:find("POST ", at + 1, true) or #bytes + 1
        requests[#requests + 1] = bytes:sub(at, next_at - 1)
        at = next_at
    until at > #bytes
    local count = tonumber(args[2])
    local writes = {}
    for first = 1, #requests, count do
        local write = {}
        for i = first, first + count - 1 do
            write[#write + 1] = requests[(i - 1) % #requests + 1]
        end
        writes[#writes + 1] = table.concat(write)
    end
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
