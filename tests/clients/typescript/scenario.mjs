// Events in any runtime. As a program: scenario.mjs CLIENT URL DIRECT TOKEN LOSE, the module of a
// client, the URL of a server, another one for calls, and one that cuts the connections of the
// first; prints what it saw.
export async function scenario({ Inventory, TransportError }, url, direct, token, lose) {
    const api = new Inventory(url, { token }), other = new Inventory(direct, { token });
    const seen = { iterated: [], called: [], gaps: [] };
    const receive = count => other.stock.receive('A-1', count);
    const onOpen = () => receive(1).then(() => receive(2));
    for await (const { change } of api.stock.changed({ sku: 'A-1' }, { onOpen }))
        if (seen.iterated.push(`${change}`) === 2) break;

    let opened, lost, got;
    const isOpen = new Promise(done => { opened = done; });
    const isLost = new Promise(done => { lost = done; });
    const isThere = new Promise(done => { got = done; });
    const subscription = api.stock.changed({}, { onOpen: opened, onLost: lost,
        onGap: gap => seen.gaps.push(gap) })
        .subscribe(({ change }) => { if (seen.called.push(`${change}`) === 3) got(); });
    await isOpen;
    await receive(3);
    await receive(4);
    await fetch(lose).catch(() => {});
    const why = await isLost;
    seen.lost = why instanceof TransportError && why.reason;
    await receive(5);
    await isThere;
    seen.seq = typeof subscription.seq;
    subscription.unsubscribe();
    await subscription.closed;
    seen.ended = true;

    const { closed } = api.with({ token: 'another' }).stock.changed().subscribe(() => {});
    seen.refused = await closed.catch(error => error.reason);
    return seen;
}

const [client, ...given] = globalThis.Deno?.args ?? globalThis.process?.argv.slice(2) ?? [];
if (client) console.log(JSON.stringify(await scenario(await import(client), ...given)));
