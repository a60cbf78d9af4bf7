// @vitest-environment happy-dom
import fc from 'fast-check'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, it } from 'vitest'
import { keepTranslatedTexts } from './translated-texts.ts'

// React draws the same random screens in a page that is translated between two draws, and in one
// that is not: without the elements of the translator both are the same.

const { insertBefore, removeChild } = Node.prototype

beforeAll(() => keepTranslatedTexts())

type Part = string | null | Part[]

const { part } = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom('3', '2', ' cupos', 'Quedan ', 'Correo o clave', null),
    fc.array(tie('part'), { maxLength: 5 }),
  ),
}))

function draw(drawn: Part): ReactNode {
  if (!Array.isArray(drawn)) return drawn
  const children = drawn.map(draw)
  const [a, b, c, d, e] = children
  if (children.length === 1) return <b>{a}</b>
  return (
    <>
      {a}
      {b}
      <u>
        {c}
        {d}
      </u>
      {e}
    </>
  )
}

function textsIn(root: Node): Text[] {
  const found: Text[] = []
  for (const node of root.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) found.push(node as Text)
    else if (node.nodeName !== 'FONT') found.push(...textsIn(node))
  }
  return found
}

const fontOf = (text: string) => {
  const font = document.createElement('font')
  font.textContent = text
  return font
}

/** How a translator puts something in the place of a text. */
const ways = {
  /** Chrome and Edge: from their own world, past what the page has replaced. */
  chrome: (text: Text) => {
    insertBefore.call(text.parentNode, fontOf(text.data), text)
    removeChild.call(text.parentNode, text)
  },
  /** The same by the page's own functions, as a script in the page does. */
  inPage: (text: Text) => {
    text.parentNode?.insertBefore(fontOf(text.data), text)
    text.parentNode?.removeChild(text)
  },
  replaced: (text: Text) => text.replaceWith(fontOf(text.data)),
  /** The text stays, inside of the new element. */
  inside: (text: Text) => {
    const font = document.createElement('font')
    insertBefore.call(text.parentNode, font, text)
    insertBefore.call(font, text, null)
  },
  insideInPage: (text: Text) => {
    const font = document.createElement('font')
    text.parentNode?.insertBefore(font, text)
    font.appendChild(text)
  },
  replacedInside: (text: Text) => {
    const font = document.createElement('font')
    text.parentNode?.replaceChild(font, text)
    font.appendChild(text)
  },
  /** Safari: by another text. */
  safari: (text: Text) => {
    insertBefore.call(text.parentNode, document.createTextNode(text.data), text)
    removeChild.call(text.parentNode, text)
  },
  /** All texts of an element that stand side by side become one sentence. */
  sentence: (text: Text) => {
    const parent = text.parentNode as Node
    const said = [text]
    for (let next = text.nextSibling; next?.nodeType === Node.TEXT_NODE; next = next.nextSibling)
      said.push(next as Text)
    insertBefore.call(parent, fontOf(said.map(({ data }) => data).join('')), text)
    for (const each of said) removeChild.call(parent, each)
  },
} satisfies Record<string, (text: Text) => void>

const shown = (root: HTMLElement) => root.innerHTML.replace(/<\/?font>/g, '')

const step = fc.record({
  drawn: part,
  way: fc.constantFrom(...Object.values(ways)),
  leavesOut: fc.nat({ max: 3 }),
})

it('keeps an element that React adds in the same moment as a translator works', async () => {
  const page = document.createElement('p')
  document.body.append(page)
  const root = createRoot(page)
  const render = (text: string, more?: ReactNode) =>
    flushSync(() =>
      root.render(
        <>
          {text}
          {more}
        </>,
      ),
    )
  render('Enviando')
  await null
  ways.chrome(page.firstChild as Text)
  render('Enviando', <i>…</i>)
  render('Enviado', <i>…</i>)
  expect(page.innerHTML).toBe('Enviado<i>…</i>')
  root.unmount()
  page.remove()
})

it('leaves out of the page what a page without React removed, and does not throw', () => {
  const [page, child] = [document.createElement('p'), document.createElement('b')]
  document.body.append(page)
  page.append(child)
  child.remove()
  expect(page.removeChild(child)).toBe(child)
  page.insertBefore(document.createElement('i'), child)
  expect(page.innerHTML).toBe('<i></i>')
  page.remove()
})

it('shows what an untranslated page shows, after every change', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const pages = [document.createElement('div'), document.createElement('div')] as const
      document.body.append(...pages)
      const roots = pages.map((page) => createRoot(page))
      for (const { drawn, way, leavesOut } of steps) {
        for (const root of roots) flushSync(() => root.render(draw(drawn)))
        expect(shown(pages[0])).toBe(shown(pages[1]))
        await null
        for (const [index, text] of textsIn(pages[0]).entries())
          if (text.parentNode && index % 4 !== leavesOut) way(text)
        await null
      }
      for (const root of roots) root.unmount()
      for (const page of pages) page.remove()
    }),
    { numRuns: 400 },
  )
})
