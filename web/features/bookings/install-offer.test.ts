import { expect, it } from 'vitest'
import { isSafariOnIos } from './install-offer.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 ' +
  '(KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 ' +
  '(KHTML, like Gecko) Version/18.1 Safari/605.1.15'

it.each([
  ['Safari on an iPhone', IPHONE, 5, true],
  ['Safari on an iPad, which calls itself a Mac', MAC, 5, true],
  ['Safari on a Mac', MAC, 0, false],
  ['Chrome on an iPhone', IPHONE.replace('Version/18.1', 'CriOS/130.0'), 5, false],
  ['a program inside an app', IPHONE.replace(' Safari/604.1', ''), 5, false],
])('detects if the share menu installs: %s', (_name, userAgent, touchPoints, expected) => {
  expect(isSafariOnIos(userAgent, touchPoints)).toBe(expected)
})
