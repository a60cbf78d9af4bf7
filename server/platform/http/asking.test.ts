import { expect, it } from 'vitest'
import { askingOf } from './asking.ts'

const asked = (header?: string) =>
  askingOf({ headers: header === undefined ? {} : { 'cache-control': header } }, null).newest

it.each(['no-cache', 'max-age=0', 'No-Store', 'x=1, no-cache', 'max-age=0, must-revalidate'])(
  'Cache-Control: %s asks for the newest',
  (header) => expect(asked(header)).toBe(true),
)

it.each([undefined, '', 'max-age=05', 'max-age=60', 'only-if-cached', 'no-cache-please'])(
  'Cache-Control: %s does not',
  (header) => expect(asked(header)).toBe(false),
)
