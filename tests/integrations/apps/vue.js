// A component of Vue's in a page, mounted and unmounted as the test wants it.
import { createApp, h } from "vue";
import { offer, place } from "./begin.js";

/**
 * @param {any} component @param {Record<string, unknown>} props listeners with them, as onVerify
 * @param {(handle: () => any) => Record<string, (...values: any[]) => unknown>} methodsOf what the component's handle can do
 * @param {Record<string, () => unknown>} [slots]
 */
export function show(component, props, methodsOf, slots = {}) {
  /** @type {import("vue").App | undefined} */
  let app;
  /** @type {any} */
  let root;
  const mount = () => {
    app = createApp({ render: () => h(component, { ...props, ref: "it" }, slots) });
    root = app.mount(place);
  };
  const unmount = () => app?.unmount();
  offer({ mount, unmount, ...methodsOf(() => root.$refs.it) });
  mount();
}
