-- wrk: calls math.add and counts wrong responses. CLOSE=1: each call on its own connection.
local answer = '{"jsonrpc":"2.0","result":5,"id":1}'
local threads = {}

wrk.method = "POST"
wrk.path = "/api"
wrk.body = '{"jsonrpc":"2.0","method":"math.add","params":[2,3],"id":1}'
wrk.headers["Content-Type"] = "application/json"
if os.getenv("CLOSE") then wrk.headers["Connection"] = "close" end

function setup(thread) table.insert(threads, thread) end

function init() wrong = 0 end

function response(status, headers, body)
    if status ~= 200 or body ~= answer then
        wrong = wrong + 1
        if wrong == 1 then io.stderr:write("check-proxy: ", status, " ", body:sub(1, 200), "\n") end
    end
end

-- "summary ANSWERED WRONG CONNECT READ WRITE TIMEOUT"
function done(summary)
    local wrong = 0
    for _, thread in ipairs(threads) do wrong = wrong + thread:get("wrong") end
    local e = summary.errors
    io.write(string.format("summary %d %d %d %d %d %d\n", summary.requests, wrong, e.connect,
                           e.read, e.write, e.timeout))
end
