// @vitest-environment happy-dom
import { describe, it } from 'vitest'
import { type ErrorCode, messageOf } from '#contract/errors.ts'
import { openScreen } from '#test/screen.tsx'

// A refused call to which a browser navigated leads back here with its code (decision 5).

const CODES: ErrorCode[] = [
  'rate_limited',
  'unavailable',
  'busy',
  'internal',
  'clock_wrong',
  'bad_origin',
  'redirect_not_allowed',
]

describe.each(['/login', '/signup', '/recuperar-cuenta'])('the page %s', (page) => {
  it.each(CODES)('says the sentence of %s with which a call led back', async (code) => {
    const screen = await openScreen(`${page}?error=${code}`)
    await screen.text(messageOf(code))
  })
})
