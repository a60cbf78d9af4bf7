import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { parseSync } from 'oxc-parser'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { AuthProvider } from '#web/shared/access/auth/session.tsx'
import { bothModes, scenes } from './money-scenes.tsx'
import {
  blindSentences,
  isSaid,
  type Mode,
  NAMES_MODE,
  sentencesOf,
  wrongFor,
} from './money-words.ts'

// Each screen that shows the money of a booking, rendered for both payment modes. The files and
// texts that must be rendered are found in the sources, not listed.

/** Text of an element as the server renders it: a line for each element of the page. */
function linesOf(element: ReactNode): string[] {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AuthProvider>{element}</AuthProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<\/?(?:span|strong|a|b|svg|path|br)\b[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .split(/<[^>]+>/)
}

const rendered = (mode: Mode): string[] => scenes(mode).flatMap(linesOf).flatMap(sentencesOf)
const texts: Record<Mode, string[]> = {
  billetera: rendered('billetera'),
  directo: rendered('directo'),
}

describe('the screens that show the money of a booking, for each payment mode', () => {
  it.each(['billetera', 'directo'] as const)('say what is true of a booking paid by %s', (mode) => {
    expect(new Set(wrongFor(mode, texts[mode]))).toEqual(new Set())
  })

  it('say nothing about moving money that is the same for both modes', () => {
    expect(new Set(blindSentences(texts))).toEqual(new Set())
  })
})

/** Text in an answer about a booking, by its type or its payment mode. */
const TYPES = 'BookingView|DisputeCase|RunPassenger|BoardingPassenger|EarningSum|PaymentMode'
const ABOUT_BOOKING = new RegExp(`\\b(?:${TYPES}|paymentModes?)\\b|'(?:billetera|directo)'`)

type Node = { type: string; value?: unknown } & Record<string, unknown>

/** Texts in a source that say something about money: more than a word. */
function moneyTextsOf(path: string, source: string): string[] {
  const found: string[] = []
  const walk = (node: unknown): void => {
    if (!(node instanceof Object)) return
    const { type, value } = node as Node
    if (type === 'ImportDeclaration') return
    if (type === 'TemplateElement') found.push((value as { cooked: string }).cooked)
    else if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') {
      found.push(value)
    }
    Object.values(node).forEach(walk)
  }
  walk(parseSync(path, source).program)
  return found
    .flatMap(sentencesOf)
    .map((text) => text.trim())
    .filter(isSaid)
}

const WEB = join(import.meta.dirname, '../web')

/** Files with texts about the money of a booking. Pages that explain both modes side by side do
 * not show a booking. */
const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^(?:features|shared)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .filter((path) => !path.startsWith('features/marketing/'))
  // A trip with one change is paid from the wallet (`connection_needs_wallet`): there is one mode.
  .filter((path) => !/\/bookings\/change-/.test(path))
  .map((path) => [path, readFileSync(join(WEB, path), 'utf8')] as const)
  .filter(([, source]) => ABOUT_BOOKING.test(source))

/** Texts that say their mode, or that hold for both. */
const SAYS_ITSELF = new RegExp(
  'sin la comisión|¿Cómo quieres pagar\\?|comisión sale de|' +
    '^Recarga(?: en|r mi b| tu b)|^Apartando|(?:en tu|^Pago con) billetera$',
)

it('every text about the money of a booking is rendered here for its payment mode', () => {
  const both = bothModes.flatMap(linesOf).flatMap(sentencesOf)
  const shown = [...texts.billetera, ...texts.directo, ...both].join(' ')
  const unseen = sources.flatMap(([path, source]) =>
    moneyTextsOf(path, source)
      .filter((text) => !NAMES_MODE.test(text) && !SAYS_ITSELF.test(text) && !shown.includes(text))
      .map((text) => `${path}: ${text}`),
  )
  expect(unseen).toEqual([])
})

it('finds the texts of a source', () => {
  const source = '<p>El dinero vuelve {b}</p>; const c = ["Te devolvemos todo", "Pago", `a ti`]'
  expect(moneyTextsOf('a.tsx', source)).toEqual(['El dinero vuelve', 'Te devolvemos todo'])
})
