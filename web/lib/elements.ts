/** Returns the first match. @throws when there is none: the markup and its code differ */
export function firstIn<T extends HTMLElement = HTMLElement>(
  root: ParentNode,
  selector: string,
): T {
  const found = root.querySelector<T>(selector)
  if (!found) throw new Error(`there is no ${selector}`)
  return found
}

export function element(name: 'div' | 'span', look: string, text = ''): HTMLElement {
  const node = document.createElement(name)
  node.className = look
  node.textContent = text
  return node
}
