// Reads lines of cases from standard input; prints how Node's llhttp reads each.
import fs from 'node:fs';

const { HTTPParser, methods, allMethods } = process.binding('http_parser');
const names = allMethods ?? methods;

const hex = (text) => Buffer.from(text, 'latin1').toString('hex');

function field(fields, name) {
    for (let i = 0; i < fields.length; i += 2)
        if (fields[i].toLowerCase() === name) return fields[i + 1];
    return '';
}

function read(bytes) {
    const parser = new HTTPParser();
    parser.initialize(HTTPParser.REQUEST, {}, 1 << 16, HTTPParser.kLenientNone);
    const messages = [];
    let fields = [], target = '', body = [], head, closed = false, upgraded = false;
    parser[HTTPParser.kOnMessageBegin] = () => { fields = []; target = ''; body = []; };
    // A head with many fields arrives in parts.
    parser[HTTPParser.kOnHeaders] = (some, url) => { fields.push(...some); target += url; };
    parser[HTTPParser.kOnHeadersComplete] =
        (major, minor, some, method, url, code, phrase, upgrade, keep) => {
            if (some) fields.push(...some);
            if (url) target += url;
            head = [names[method], hex(target), `${major}.${minor}`, hex(field(fields, 'host')),
                hex(field(fields, 'content-type'))];
            closed = !keep;
            upgraded = upgrade;
        };
    parser[HTTPParser.kOnBody] = (part) => { body.push(Buffer.from(part)); };
    // It does not read anything after the head of an upgrade, not even a body.
    parser[HTTPParser.kOnMessageComplete] = () => {
        if (!upgraded) messages.push([...head, Buffer.concat(body).toString('hex')].join(','));
    };
    const done = parser.execute(bytes);
    let rest = 'end';
    if (upgraded) rest = 'refused';
    else if (done instanceof Error || done < bytes.length) rest = closed ? 'closed' : 'refused';
    else if (parser.finish() instanceof Error) rest = 'wait';
    else if (closed) rest = 'closed';
    return [...messages, rest].join(' ');
}

const out = [];
for (const line of fs.readFileSync(0, 'latin1').split('\n').slice(0, -1))
    out.push(read(Buffer.from(line, 'hex')));
process.stdout.write(out.join('\n') + '\n');
