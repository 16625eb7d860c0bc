// A component of React's in a page, mounted and unmounted as the test wants it; `?strict` runs all effects twice.
import { StrictMode, createElement, createRef } from "react";
import { createRoot } from "react-dom/client";
import { offer, place, wanted } from "./begin.js";

/**
 * @param {any} component @param {Record<string, unknown>} props
 * @param {(handle: () => any) => Record<string, (...values: any[]) => unknown>} methodsOf what the component's handle can do
 */
export function show(component, props, methodsOf) {
  /** @type {import("react").RefObject<any>} */
  const ref = createRef();
  /** @type {import("react-dom/client").Root | undefined} */
  let root;
  /** @param {Record<string, unknown>} [more] props that are new */
  const mount = (more = {}) => {
    const element = createElement(component, { ...props, ...more, ref });
    root ??= createRoot(place);
    root.render("strict" in wanted ? createElement(StrictMode, null, element) : element);
  };
  const unmount = () => {
    root?.unmount();
    root = undefined;
  };
  offer({ mount, unmount, ...methodsOf(() => ref.current) });
  mount();
}
