// ng-recaptcha-2, told the address of its script. Angular compiles in the browser here, so the page's policy allows `eval`.
import "@angular/compiler";
import { Component, ViewChild, createComponent, provideZonelessChangeDetection } from "@angular/core";
import { createApplication } from "@angular/platform-browser";
import { RECAPTCHA_BASE_URL, RecaptchaComponent, RecaptchaModule } from "ng-recaptcha-2";
import { note, offer, place, shop, wanted } from "./begin.js";

const { size = "normal", sitekey = shop.sitekey } = wanted;

class Page {
  size = size;
  sitekey = sitekey;
  resolved = note("resolved-with");
  errored = note("errored");
  /** @type {RecaptchaComponent | undefined} */
  captcha;
}
ViewChild(RecaptchaComponent)(Page.prototype, "captcha");
const Shown = Component({
  selector: "shop-page", imports: [RecaptchaModule],
  template: '<re-captcha [siteKey]="sitekey" [size]="size" errorMode="handled" (resolved)="resolved($event)" (errored)="errored()"></re-captcha>',
})(Page) ?? Page;

const app = createApplication({
  providers: [provideZonelessChangeDetection(), { provide: RECAPTCHA_BASE_URL, useValue: `${shop.server}/recaptcha/api.js` }],
});

/** @type {import("@angular/core").ComponentRef<Page> | undefined} */
let shown;
const mount = async () => {
  const application = await app;
  const hostElement = document.createElement("div");
  place.append(hostElement);
  shown = createComponent(Shown, { environmentInjector: application.injector, hostElement });
  application.attachView(shown.hostView);
  note("mounted")();
};
offer({
  mount,
  unmount: () => shown?.destroy(),
  execute: () => shown?.instance.captcha?.execute(),
  reset: () => shown?.instance.captcha?.reset(),
});
mount();
