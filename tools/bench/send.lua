-- For wrk: ... -s send.lua URL -- FILE COPIES
-- Sends the bytes of FILE as they are, so many copies in one write. There is no function `request`
-- here, so that wrk asks once what to send and not each time.
function init(args)
    local file = assert(io.open(args[1], "rb"))
    local bytes = file:read("*a"):rep(tonumber(args[2]))
    file:close()
    wrk.format = function() return bytes end
end

-- bench: requests, microseconds, bytes, failures (connect, read, write, status, time-out), p50, p99
function done(summary, latency)
    local e = summary.errors
    io.write(string.format("bench: %d %d %d %d %d %d %d %d %d %d\n",
        summary.requests, summary.duration, summary.bytes,
        e.connect, e.read, e.write, e.status, e.timeout,
        latency:percentile(50), latency:percentile(99)))
end
