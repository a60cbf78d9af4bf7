// A translator as Chrome's: in a world of its own, it puts `<font>` in the place of texts, also of
// those that appear later. It "translates" into the same words, so that tests find them.
import type { Page } from 'playwright-core'

/** Class by which Chrome marks a translated page. */
const TRANSLATED = 'html.translated-ltr'

/** Translates every page that is opened later, once its code handles it. */
export async function translatePages(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await page.addInitScript(callTranslator)
  await devtools.send('Page.enable')
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${translator})()`,
    worldName: 'translator',
  })
}

/** Waits until the page is translated. */
export async function translated(page: Page): Promise<void> {
  await page.locator(`${TRANSLATED} body`).waitFor()
}

/** Starts the translator once the page is hydrated: people translate what they see. */
function callTranslator(): void {
  const timer = setInterval(() => {
    if (document.readyState !== 'complete' || 'earlyPress' in window) return
    clearInterval(timer)
    document.dispatchEvent(new Event('translate'))
  }, 10)
}

function translator(): void {
  const left = 'script, style, noscript, textarea, title, font, svg, [translate=no]'

  function textsIn(root: Node): Text[] {
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, {
      acceptNode: (node) =>
        node instanceof Element && node.matches(left)
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_ACCEPT,
    })
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    return texts
  }

  /** Texts that stand side by side are one sentence, which gets one element. */
  function translateAll(): void {
    for (const text of textsIn(document.body)) {
      if (!text.data.trim() || !text.parentNode) continue
      const sentence = [text]
      while (sentence.at(-1)?.nextSibling instanceof Text)
        sentence.push(sentence.at(-1)?.nextSibling as Text)
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = sentence.map(({ data }) => data).join('')
      outer.append(inner)
      text.before(outer)
      for (const each of sentence) each.remove()
    }
  }

  let isComing = false
  /** What appears is translated later: the words come from the network. */
  function translateSoon(): void {
    if (isComing) return
    isComing = true
    setTimeout(() => {
      isComing = false
      translateAll()
      observer.takeRecords()
    })
  }

  const observer = new MutationObserver(translateSoon)
  document.addEventListener('translate', () => {
    document.documentElement.classList.add('translated-ltr')
    translateAll()
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}

type Fiber = {
  tag: number
  child: Fiber | null
  sibling: Fiber | null
  stateNode: unknown
  memoizedProps: unknown
  memoizedState: unknown
}

/** Lines about elements that show other texts than React wants them to, in a translated page. */
export function wrongTexts(page: Page): Promise<string[]> {
  return page.evaluate(compareTexts)
}

/** Reads React's tree: https://github.com/facebook/react, ReactWorkTags.js. */
function compareTexts(): string[] {
  const [PORTAL, ELEMENT, TEXT, DEHYDRATED, OFFSCREEN, SINGLETON] = [4, 5, 6, 18, 22, 27]
  /** Texts that code writes past React: date-control.ts, combobox-control.ts, waiting-mark.ts. */
  const own = 'label:has([value=other]) span, span[role=status].sr-only, [data-waiting]'
  const wrong: string[] = []

  function childrenOf(fiber: Fiber): Fiber[] {
    const children: Fiber[] = []
    for (let child = fiber.child; child; child = child.sibling) children.push(child)
    return children
  }

  /** The texts directly in an element. */
  function textOf(fiber: Fiber): string {
    if (fiber.tag === TEXT) return String(fiber.memoizedProps)
    if (fiber.tag === ELEMENT || fiber.tag === SINGLETON) compare(fiber)
    else if (fiber.tag === PORTAL) for (const child of childrenOf(fiber)) textOf(child)
    else if (fiber.tag !== OFFSCREEN || fiber.memoizedState === null)
      return childrenOf(fiber).map(textOf).join('')
    return ''
  }

  function compare(fiber: Fiber): void {
    const element = fiber.stateNode as Element
    const props = fiber.memoizedProps as { children?: unknown; dangerouslySetInnerHTML?: unknown }
    const hasOther = childrenOf(fiber).some(({ tag }) => tag === DEHYDRATED)
    // React renders nothing into `noscript`, which is in the page that the server sent.
    const isNotReacts = element.matches(`title, textarea, noscript, ${own}`)
    if (props.dangerouslySetInnerHTML || hasOther || isNotReacts) return
    const { children } = props
    const isOnlyText = ['string', 'number', 'bigint'].includes(typeof children)
    const wanted = isOnlyText ? String(children) : childrenOf(fiber).map(textOf).join('')
    const texts = [...element.childNodes].filter(
      (node) => node instanceof Text || node.nodeName === 'FONT',
    )
    const shown = texts.map(({ textContent }) => textContent).join('')
    if (shown !== wanted) wrong.push(`<${element.localName}> shows "${shown}", not "${wanted}"`)
  }

  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
  if (key)
    textOf(
      (Reflect.get(document, key) as Fiber & { stateNode: { current: Fiber } }).stateNode.current,
    )
  return wrong
}
