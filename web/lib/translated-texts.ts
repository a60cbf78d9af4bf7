type Prepare = (element: Node, node: Node, next: Node | null) => void
type GiveBack = (text: Node | null, parent?: Node) => void

/** Undoes one mutation of the children of an element, as far as the nodes are still there. */
function undo({ target, addedNodes, removedNodes, ...record }: Undone): void {
  const { previousSibling, nextSibling, native } = record
  const isHere = (node: Node | null | undefined) => node?.parentNode === target
  const [added] = addedNodes
  let next = target.firstChild
  if (isHere(added)) next = added as ChildNode
  else if (isHere(previousSibling)) next = (previousSibling as Node).nextSibling
  else if (isHere(nextSibling)) next = nextSibling as ChildNode
  for (const node of removedNodes) if (!isHere(node)) native.insertBefore.call(target, node, next)
  for (const node of addedNodes) if (isHere(node)) native.removeChild.call(target, node)
}

type Native = Pick<Node, 'insertBefore' | 'removeChild'>
type Parts = 'target' | 'addedNodes' | 'removedNodes' | 'previousSibling' | 'nextSibling'
type Undone = Pick<MutationRecord, Parts> & { native: Native }

/** Replaces the functions by which React changes texts and the children of an element. */
function replaceFunctions({ insertBefore, removeChild }: Native, prepare: Prepare, give: GiveBack) {
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null) {
    prepare(this, node, next)
    return insertBefore.call(this, node, next?.parentNode === this ? next : null) as T
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    return this.insertBefore(node, null)
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    prepare(this, node, null)
    return node.parentNode === this ? (removeChild.call(this, node) as T) : node
  }
  Object.defineProperty(CharacterData.prototype, 'nodeValue', {
    configurable: true,
    get(this: CharacterData) {
      return this.data
    },
    set(this: CharacterData, text: string | null) {
      give(this)
      this.data = text ?? ''
    },
  })
}

/**
 * Gives React its texts back in a page that the browser translates. A translator takes a text out
 * and puts an element, `<font>`, in its place (Chrome, Edge), or another text (Safari). React holds
 * on to the text: it would throw when it moves or removes it, and change it where nobody sees it.
 * Before React touches such a text, what the translator did to the element around it is undone,
 * from the records of its mutations; the translator sees a new text, and translates it.
 */
export function keepTranslatedTexts(undoOne = undo, replaceAll = replaceFunctions): void {
  /** By node that was taken out: all that happened at once to the children of its element. */
  const taken = new WeakMap<Node, MutationRecord[]>()
  const { insertBefore, removeChild } = Node.prototype
  const native = { insertBefore, removeChild }

  function learn(records: MutationRecord[]): void {
    const byElement = new Map<Node, MutationRecord[]>()
    for (const record of records) {
      const group = byElement.get(record.target) || []
      group.push(record)
      byElement.set(record.target, group)
      for (const node of record.removedNodes) taken.set(node, group)
    }
  }

  const observer = new MutationObserver(learn)
  observer.observe(document, { childList: true, subtree: true })

  function restore(node: Node): void {
    const group = taken.get(node)
    if (!group?.[0] || node.parentNode === group[0].target) return
    for (const record of group.splice(0).reverse()) {
      const { target, addedNodes, removedNodes, previousSibling, nextSibling } = record
      // What stands there may itself have been replaced, by a second translation.
      for (const added of addedNodes) restore(added)
      undoOne({ target, addedNodes, removedNodes, previousSibling, nextSibling, native })
    }
  }

  function giveBack(text: Node | null, parent?: Node): void {
    if (text?.nodeType !== Node.TEXT_NODE || text.parentNode === parent) return
    learn(observer.takeRecords())
    restore(text)
    observer.takeRecords()
  }

  const isFont = (node: Node | null) => node?.nodeName === 'FONT'

  /** Before the page puts a node into its element, or takes it out. */
  function prepare(element: Node, node: Node, next: Node | null): void {
    if (!element.isConnected || isFont(element)) return
    giveBack(node, element)
    giveBack(next, element)
    // What React does now is not learnt together with what a translator did just before, unless
    // this is a translator: one in the page, not in a world of its own, has the same functions.
    const isText = node.nodeType === Node.TEXT_NODE
    const isPart = isText && [node.previousSibling, node.nextSibling].some(isFont)
    if (!isPart && !isFont(node)) learn(observer.takeRecords())
  }

  replaceAll(native, prepare, giveBack)
}

/** Inline script of the HTML (`EarlyScript`): it must start before any translator. */
export const keepTexts = () => `(${keepTranslatedTexts})(${undo},${replaceFunctions})`
