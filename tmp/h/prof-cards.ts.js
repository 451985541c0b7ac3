var import_cards = require("/work/wt-card-applets/test/kit/card/cards.js");
var import_chipReader = require("/work/wt-card-applets/test/kit/card/chipReader.js");
var import_readCard = require("/work/wt-card-applets/src/card/readCard.js");
var import_identity = require("/work/wt-card-applets/src/tls/identity.js");
var import_node_crypto = require("node:crypto");
void (async () => {
  const creds = await (0, import_cards.cardCredentials)();
  const time = async (name, n, f) => {
    for (let i = 0; i < 5; i++) await f();
    const b = process.cpuUsage();
    for (let i = 0; i < n; i++) await f();
    const { user, system } = process.cpuUsage(b);
    console.log(name, ((user + system) / 1e3 / n).toFixed(3));
  };
  await time("new card", 100, () => (0, import_cards.newCard)());
  const card = await (0, import_cards.newCard)();
  const once = async () => {
    const r = new import_chipReader.ChipReader();
    r.insert(card);
    const l = await r.connect();
    if (!l.ok) throw 1;
    const c = await (0, import_readCard.readCard)(l.value);
    if (!c.ok) throw new Error(JSON.stringify(c.error));
  };
  {
    const b = process.cpuUsage();
    await once();
    const { user, system } = process.cpuUsage(b);
    console.log("first read", (user + system) / 1e3);
  }
  await time("read card", 200, once);
  const x = new import_node_crypto.X509Certificate(creds.element.certificate);
  await time("x509", 200, () => new import_node_crypto.X509Certificate(x.raw));
  await time("identity", 200, () => (0, import_identity.readIdentity)(new import_node_crypto.X509Certificate(x.raw)));
})();
//# sourceMappingURL=data:application/json;base64,ewogICJ2ZXJzaW9uIjogMywKICAic291cmNlcyI6IFsiL3RtcC9oL3Byb2YtY2FyZHMudHMiXSwKICAibWFwcGluZ3MiOiAiQUFBQSxtQkFBc0Q7QUFDdEQsd0JBQTJCO0FBQzNCLHNCQUF5QjtBQUN6QixzQkFBNkI7QUFDN0IseUJBQWdDO0FBQ2hDLE1BQU0sWUFBWTtBQUNoQixRQUFNLFFBQVEsVUFBTSw4QkFBZ0I7QUFDcEMsUUFBTSxPQUFPLE9BQU8sTUFBYyxHQUFXLE1BQXFCO0FBQUUsYUFBUyxJQUFFLEdBQUUsSUFBRSxHQUFFLElBQUssT0FBTSxFQUFFO0FBQUcsVUFBTSxJQUFJLFFBQVEsU0FBUztBQUFHLGFBQVMsSUFBRSxHQUFFLElBQUUsR0FBRSxJQUFLLE9BQU0sRUFBRTtBQUFHLFVBQU0sRUFBQyxNQUFLLE9BQU0sSUFBRSxRQUFRLFNBQVMsQ0FBQztBQUFHLFlBQVEsSUFBSSxRQUFRLE9BQUssVUFBUSxNQUFLLEdBQUcsUUFBUSxDQUFDLENBQUM7QUFBQSxFQUFHO0FBQ25RLFFBQU0sS0FBSyxZQUFZLEtBQUssVUFBTSxzQkFBUSxDQUFDO0FBQzNDLFFBQU0sT0FBTyxVQUFNLHNCQUFRO0FBQzNCLFFBQU0sT0FBTyxZQUFZO0FBQUUsVUFBTSxJQUFJLElBQUksNkJBQVc7QUFBRyxNQUFFLE9BQU8sSUFBSTtBQUFHLFVBQU0sSUFBSSxNQUFNLEVBQUUsUUFBUTtBQUFHLFFBQUksQ0FBQyxFQUFFLEdBQUksT0FBTTtBQUFHLFVBQU0sSUFBSSxVQUFNLDBCQUFTLEVBQUUsS0FBSztBQUFHLFFBQUksQ0FBQyxFQUFFLEdBQUksT0FBTSxJQUFJLE1BQU0sS0FBSyxVQUFVLEVBQUUsS0FBSyxDQUFDO0FBQUEsRUFBRztBQUNoTjtBQUFFLFVBQU0sSUFBSSxRQUFRLFNBQVM7QUFBRyxVQUFNLEtBQUs7QUFBRyxVQUFNLEVBQUMsTUFBSyxPQUFNLElBQUUsUUFBUSxTQUFTLENBQUM7QUFBRyxZQUFRLElBQUksZUFBZSxPQUFLLFVBQVEsR0FBSTtBQUFBLEVBQUc7QUFDdEksUUFBTSxLQUFLLGFBQWEsS0FBSyxJQUFJO0FBQ2pDLFFBQU0sSUFBSSxJQUFJLG1DQUFnQixNQUFNLFFBQVEsV0FBVztBQUN2RCxRQUFNLEtBQUssUUFBUSxLQUFLLE1BQU0sSUFBSSxtQ0FBZ0IsRUFBRSxHQUFHLENBQUM7QUFDeEQsUUFBTSxLQUFLLFlBQVksS0FBSyxVQUFNLDhCQUFhLElBQUksbUNBQWdCLEVBQUUsR0FBRyxDQUFDLENBQUM7QUFDNUUsR0FBRzsiLAogICJuYW1lcyI6IFtdCn0K

// 1795433592935.5132 1374
