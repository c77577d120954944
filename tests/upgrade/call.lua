-- wrk: calls math.add and checks each response.
wrk.method = "POST"
wrk.body = '{"jsonrpc":"2.0","method":"math.add","params":[2,3],"id":1}'
wrk.headers["Content-Type"] = "application/json"
local threads = {}
wrong = 0
function setup(thread) table.insert(threads, thread) end
function response(status, headers, body)
    if body ~= '{"jsonrpc":"2.0","result":5,"id":1}' then wrong = wrong + 1 end
end
function done()
    local all = 0
    for _, thread in ipairs(threads) do all = all + thread:get("wrong") end
    io.write("wrong: " .. all .. "\n")
end
