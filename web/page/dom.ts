// Elements without markup in strings: all text is set as text.

type Attributes = Record<string, string | boolean | ((event: Event) => void)>;

/** Makes an element; a function in `attributes` listens to the event of that name. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

export function button(
  label: string,
  click: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  return el("button", { type: "button", click, ...attributes }, label);
}

/** A labelled list of choices. */
export function choice<T extends string>(
  label: string,
  options: readonly (readonly [T, string])[],
  value: T,
  change: (value: T) => void,
): HTMLElement {
  const select = el("select", {
    change: (event) => change((event.target as HTMLSelectElement).value as T),
  });
  for (const [key, text] of options) {
    select.append(el("option", { value: key, selected: key === value }, text));
  }
  select.value = value;
  return el("label", { class: "choice" }, el("span", {}, label), select);
}
