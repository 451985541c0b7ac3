var import_box = require("/work/wt-generators/test/kit/box.js");
var import_serve = require("/work/wt-generators/test/kit/serve.js");
void import_box.TestBox.during(async (box) => {
  const c = await box.client();
  await box.set("company", { name: "\u041F\u0435\u043A\u0430\u0440\u0430 \u0417\u043E\u0440\u0430 \u0434.\u043E.\u043E.", tin: "123456789", location: "\u041F\u0435\u043A\u0430\u0440\u0430 \u0417\u043E\u0440\u0430", address: "\u041A\u043D\u0435\u0437\u0430 \u041C\u0438\u043B\u043E\u0448\u0430 1", district: "\u0411\u0435\u043E\u0433\u0440\u0430\u0434-\u0421\u0430\u0432\u0441\u043A\u0438 \u0432\u0435\u043D\u0430\u0446" });
  const r = await c.post("/invoices", { items: [{ name: "\u0411\u0443\u0440\u0435\u043A \u0441\u0430 \u0441\u0438\u0440\u043E\u043C", quantity: 2, unitPrice: 180, label: "\u0402" }], payments: [{ paymentType: "Card", amount: 360 }], clientRequestId: "7e57d004-2b97-44e7-8f5a-0b1d6f0e3c21", cashier: "\u041C\u0438\u043B\u0438\u0446\u0430" });
  console.log(r.text);
  for (const p of ["/status", "/me", "/tax-labels", "/reports/summary", "/reports/daily"]) console.log((await c.get(p)).text);
}, { serve: import_serve.serveWithoutSocket });
//# sourceMappingURL=data:application/json;base64,ewogICJ2ZXJzaW9uIjogMywKICAic291cmNlcyI6IFsiL3RtcC9nZW4tZG9jL29uZS50ZXN0LnRzIl0sCiAgIm1hcHBpbmdzIjogIkFBQUEsaUJBQXdCO0FBQ3hCLG1CQUFtQztBQUNuQyxLQUFLLG1CQUFRLE9BQU8sT0FBTyxRQUFRO0FBQ2pDLFFBQU0sSUFBSSxNQUFNLElBQUksT0FBTztBQUMzQixRQUFNLElBQUksSUFBSSxXQUFXLEVBQUUsTUFBTSx1RkFBc0IsS0FBSyxhQUFhLFVBQVUsaUVBQWUsU0FBUyx5RUFBa0IsVUFBVSxpSEFBdUIsQ0FBQztBQUMvSixRQUFNLElBQUksTUFBTSxFQUFFLEtBQUssYUFBYSxFQUFFLE9BQU8sQ0FBQyxFQUFFLE1BQU0sOEVBQWtCLFVBQVUsR0FBRyxXQUFXLEtBQUssT0FBTyxTQUFJLENBQUMsR0FBRyxVQUFVLENBQUMsRUFBQyxhQUFZLFFBQVEsUUFBUSxJQUFHLENBQUMsR0FBRyxpQkFBaUIsd0NBQXlDLFNBQVMsdUNBQVMsQ0FBQztBQUNoUCxVQUFRLElBQUksRUFBRSxJQUFJO0FBQ2xCLGFBQVcsS0FBSyxDQUFDLFdBQVUsT0FBTSxlQUFjLG9CQUFtQixnQkFBZ0IsRUFBRyxTQUFRLEtBQUssTUFBTSxFQUFFLElBQUksQ0FBQyxHQUFHLElBQUk7QUFDeEgsR0FBRyxFQUFFLE9BQU8sZ0NBQW1CLENBQUM7IiwKICAibmFtZXMiOiBbXQp9Cg==

// 1795710554398.9749 869
