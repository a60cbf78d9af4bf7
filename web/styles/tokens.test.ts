import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const tokens = readFileSync('web/styles/tokens.css', 'utf8')
const theme = readFileSync('web/styles/app.css', 'utf8')

/** The light and the dark value of a token. */
function valuesOf(name: string): string[] {
  const [, value = ''] = new RegExp(`^  --${name}: (.+);$`, 'm').exec(tokens) ?? []
  const both = [...value.matchAll(/#[0-9a-f]{6}/g)].map(([hex]) => hex)
  expect(both.length, name).toBeGreaterThan(0)
  return [both[0] ?? '', both[1] ?? both[0] ?? '']
}

/** Relative luminance and contrast (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe('the colour of an emergency', () => {
  it.each([0, 1])('has white text of at least 4.5:1 in theme %s', (part) => {
    expect(valuesOf('on-alarm')[part]).toBe('#ffffff')
    expect(contrast(valuesOf('alarm')[part] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the colours of a state', () => {
  // Green is done, red has failed; every pair of states differs.
  it.each([0, 1])('are green for ok and red for err in theme %s', (part) => {
    const states = ['ok', 'warn', 'err', 'muted'].map((name) => valuesOf(name)[part] ?? '')
    expect(new Set(states).size).toBe(states.length)
    const [ok = '', , err = ''] = states
    const redAndGreen = (hex: string) => [hex.slice(1, 3), hex.slice(3, 5)] as const
    const [okRed, okGreen] = redAndGreen(ok)
    expect(okGreen > okRed).toBe(true)
    const [errRed, errGreen] = redAndGreen(err)
    expect(errRed > errGreen).toBe(true)
  })
})

// The theme clears the default radii, so a class of a radius that it does not name has no style.
it('every rounded corner of the site is one that the theme names', () => {
  const named = [...theme.matchAll(/--radius-(\w+):/g)].map(([, name]) => name)
  const sides = '(?:-(?:[tblrse]|tl|tr|bl|br|ss|se|es|ee))?'
  const known = new RegExp(`^rounded${sides}-(?:${named.join('|')}|full|none|\\[.+\\])$`)
  const used = globSync('web/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<=['"\s:`])rounded(?:-[\w[\]-]+)?(?=['"\s!`])/g)]
      .filter(([name]) => name.includes('-') && !known.test(name))
      .map(([name]) => `${file}: ${name}`),
  )
  expect(used).toEqual([])
})

it('no text of the site is set below 14 px', () => {
  const small = globSync('web/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\btext-(?:xs\b|\[(\d+)px\])/g)]
      .filter(([, px = '0']) => Number(px) < 14)
      .map(([name]) => `${file}: ${name}`),
  )
  expect(small).toEqual([])
})
