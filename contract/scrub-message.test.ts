import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scrubMessage } from './scrub-message.ts'

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTk3YTAwMCJ9.c2lnbmF0dXJh'

describe('scrubbing an error message', () => {
  it.each([
    // Text that engines say about our code stays.
    ["Cannot read properties of undefined (reading 'from')", null],
    ['can\'t access property "from", trip is undefined', null],
    ["undefined is not an object (evaluating 'trip.stops.at')", null],
    ["t.map is not a function, I can't go on and don't", null],
    ['Minified React error #418; visit …', null],
    ['SyntaxError: Unexpected end of JSON input', null],
    ["Hydration failed because the server rendered HTML didn't match the client.", null],
    ['Maximum call stack size exceeded', null],
    // Personal data are removed.
    [
      'Unexpected token \'A\', "Ana tiene 3"... is not valid JSON',
      'Unexpected token …, …... is not',
    ],
    [`No trip for 'Ana's car' here`, 'No trip for … here'],
    ['unfinished "Ana dijo que', 'unfinished …'],
    ['mail ana.maria+1@correo.co refused', 'mail … refused'],
    ['call +57 300 123 45 67 now', 'call … now'],
    ['document 1.032.456.789 twice', 'document … twice'],
    ['card 4242-4242-4242-4242', 'card …'],
    ['born 1990/01/31, of 999 people', 'born …, of 999 people'],
    ['fetch https://cupo.example/trips/1?from=11001#x failed', 'fetch … failed'],
    ['at /bookings/7f?ver=boleto, and ./x', 'at … and …'],
    ['query ?token=abc&code=1 ended', 'query … ended'],
    ['opened blob:null-1 and tel:123', 'opened … and …'],
    [`token ${TOKEN} is over`, 'token ….….… is over'],
    ['id 0197a000-0000-7000-8000-000000000001 unknown', 'id … unknown'],
    ['Camila Rojas de la Peña no viaja', '… no viaja'],
    ['a\u0000b\u202ec\nd', 'a b c d'],
    ['', ''],
  ])('scrubs the error message %j', (message, scrubbed) => {
    const said = scrubMessage(message)
    if (scrubbed === null) expect(said).toBe(message)
    else expect(said.startsWith(scrubbed) ? scrubbed : said).toBe(scrubbed)
  })

  it('a scrubbed error message has no secret at any position, and at most 200 characters', () => {
    const digits = fc.stringMatching(/^\d{4,16}$/)
    const secrets = fc.oneof(
      fc.emailAddress(),
      digits,
      fc.uuid(),
      fc.stringMatching(/^3\d{2} \d{3} \d{4}$/),
      fc.stringMatching(/^[A-Za-z]{4}\d[A-Za-z0-9]{20}$/),
      digits.map((id) => `https://cupo.example/trips/${id}?x=${id}`),
      fc.stringMatching(/^[a-z]{3,9}$/).map((name) => `"${name} xyz"`),
    )
    const words = fc.constantFrom('is', 'not', 'undefined', 'of', 'x.map', '(reading')
    fc.assert(
      fc.property(fc.array(words, { maxLength: 6 }), secrets, words, (before, secret, after) => {
        const said = scrubMessage([...before, secret, after].join(' '))
        expect(said).not.toContain(secret)
        expect(said).not.toMatch(/\d{4}|@/)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (message) => {
        const said = scrubMessage(message)
        expect([...said].length).toBeLessThanOrEqual(200)
        expect(said.isWellFormed()).toBe(true)
      }),
    )
  })
})
