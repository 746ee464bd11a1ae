// A guest by the TypeScript SDK: drives one task of tasks.json, which it is told as JSON.
// NODE_PATH does not serve modules: run it in a folder with @modelcontextprotocol/client installed,
// which speaks the newest protocol, or with @modelcontextprotocol/sdk, which speaks the one before.
import { createInterface } from "node:readline";

const [address, token, told] = process.argv.slice(2);
const isBefore = process.env.SEATS_SDK === "before";
const sdk = isBefore
  ? { ...(await import("@modelcontextprotocol/sdk/client/index.js")), ...(await import("@modelcontextprotocol/sdk/client/streamableHttp.js")) }
  : await import("@modelcontextprotocol/client");
const newest = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
const client = new sdk.Client({ name: "seats-node", version: "1" }, isBefore ? {} : newest);
const headers = { Authorization: `Bearer ${token}` };
const transport = new sdk.StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } });
await client.connect(transport);

async function call(name, args) {
  const options = { timeout: 300_000, resetTimeoutOnProgress: true, onprogress: () => {} };
  const asked = [{ name, arguments: args }, ...(isBefore ? [undefined] : []), options];
  const came = await client.callTool(...asked);
  const facts = came.structuredContent ?? {};
  const text = came.content.map((each) => each.text ?? "").join("\n");
  console.log(JSON.stringify({ name, args, effect: facts.effect ?? facts.verdict ?? "", why: facts.why ?? "", text }));
  return { text, isError: came.isError === true };
}

async function find([role, label, after]) {
  for (let tries = 0; tries < 5; tries++) {
    const lines = (await call("look", {})).text.split("\n");
    const from = after ? lines.findIndex((line) => line.includes(after)) : 0;
    for (const line of from < 0 ? [] : lines.slice(from)) {
      const cells = line.split(" | ");
      if (cells.length > 1 && new RegExp(`^(?:${role})$`).test(cells[1]) && new RegExp(`^(?:${label})$`).test(cells[2] ?? "")) return cells[0];
      const cell = role === "cell" && line.match(new RegExp(`(\\w+): ${label}`));
      if (cell) return cell[1];
    }
    await call("wait_for", { secs: 1 });
  }
  throw new Error(`not found: ${role} ${label}`);
}

let isWell = true;
for (const [tool, args, place] of JSON.parse(told)) {
  const all = place ? { ...args, zone_id: await find(place) } : args;
  isWell &&= !(await call(tool, all)).isError;
}
console.log(JSON.stringify({ name: "ready", effect: isWell ? "all came" : "something was refused" }));
for await (const _ of createInterface({ input: process.stdin })) break;
await call("finish", { answer: "done" });
await call("finish", { answer: "done" });
await client.close();
process.exit(0);
