import { expect, it } from 'vitest'
import { browserOutside } from './in-app-browser.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; SM-A155M) AppleWebKit/537.36 (KHTML, like Gecko)'
const GECKO = '(KHTML, like Gecko)'

it.each([
  [
    'Instagram on an iPhone',
    `${IPHONE} ${GECKO} Mobile/22G86 Instagram 390.0 (iPhone14,7; es_CO)`,
    'Safari',
  ],
  ['Facebook on an iPhone', `${IPHONE} ${GECKO} Mobile/22G86 [FBAN/FBIOS;FBAV/530.0]`, 'Safari'],
  ['another app on an iPhone', `${IPHONE} ${GECKO} Mobile/22G86`, 'Safari'],
  [
    'Facebook on Android',
    `${ANDROID.replace(')', '; wv)')} Version/4.0 Chrome/140.0 Mobile Safari/537.36 [FB_IAB/FB4A;]`,
    'Chrome',
  ],
  ['Instagram on Android', `${ANDROID} Chrome/140.0 Mobile Safari/537.36 Instagram 390`, 'Chrome'],
])('names the browser to open outside %s', (_name, userAgent, browser) => {
  expect(browserOutside({ userAgent }, false)).toBe(browser)
})

it.each([
  ['Safari', `${IPHONE} ${GECKO} Version/18.6 Mobile/15E148 Safari/604.1`],
  ['Chrome on an iPhone', `${IPHONE} ${GECKO} CriOS/140.0 Mobile/15E148 Safari/604.1`],
  ['Chrome on Android', `${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36`],
  ['Samsung Internet', `${ANDROID} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`],
  ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0'],
  [
    'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  ],
])('changes nothing in %s', (_name, userAgent) => {
  expect(browserOutside({ userAgent }, false)).toBeNull()
})

it('changes nothing in our own app, nor on the home screen of an iPhone', () => {
  const userAgent = `${IPHONE} ${GECKO} Mobile/22G86`
  expect(browserOutside({ userAgent }, true)).toBeNull()
  expect(browserOutside({ userAgent, standalone: true }, false)).toBeNull()
})
