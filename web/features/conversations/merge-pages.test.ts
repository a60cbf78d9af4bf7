import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message, MessagePage } from '#contract/conversations.ts'
import { leavesGap, mergePages } from './merge-pages.ts'

const PAGE = 5

/** The page that the server returns for a conversation with `total` messages. */
function pageOf(total: number, asked: { before?: number; after?: number } = {}): MessagePage {
  const all = Array.from({ length: total }, (_, n) => ({ seq: n + 1 }) as Message)
  const { before = total + 1, after } = asked
  const fitting = all.filter(({ seq }) => seq < before && seq > (after ?? 0))
  const messages = after === undefined ? fitting.slice(-PAGE) : fitting.slice(0, PAGE)
  const more = fitting.length > messages.length
  return { conversation: {} as MessagePage['conversation'], messages, more }
}

describe('merging pages of messages', () => {
  it('a returning reader gets every later message once, however many are new', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.nat(60), (first, added) => {
        let known = mergePages(undefined, pageOf(first), 'newer')
        const total = first + added
        const newest = pageOf(total)
        for (let gap = leavesGap(known, newest); gap; gap = leavesGap(known, newest)) {
          const after = known.messages.at(-1)?.seq ?? 0
          known = mergePages(known, pageOf(total, { after }), 'newer')
        }
        known = mergePages(known, newest, 'newer')
        const start = known.messages[0]?.seq ?? 1
        const seen = known.messages.map(({ seq }) => seq)
        expect(seen).toEqual(Array.from({ length: total - start + 1 }, (_, n) => start + n))
        expect(start === 1 || known.more).toBe(true)
      }),
    )
  })

  it('older pages are put before the known messages until the first one is reached', () => {
    let known = mergePages(undefined, pageOf(12), 'newer')
    while (known.more) {
      known = mergePages(known, pageOf(12, { before: known.messages[0]?.seq ?? 1 }), 'older')
    }
    expect(known.messages.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 1),
    )
  })
})
