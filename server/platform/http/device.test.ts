import { describe, expect, it } from 'vitest'
import { describeDevice } from './device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('device', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36`,
      'Chrome en Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
      'Edge en Windows',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; Pixel 8) ${webkit} Chrome/140.0 Mobile Safari/537.36`,
      'Chrome en Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
      'Safari en iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Linux'],
    ['curl/8.9.1', null],
    [null, null],
  ])('describes the user agent %s as %s', (userAgent, device) => {
    expect(describeDevice(userAgent)).toBe(device)
  })
})
