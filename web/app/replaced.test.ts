import { describe, expect, it } from 'vitest'
import { REPLACED } from '../../native/replaced.ts'

describe('files that the build of the app replaces', () => {
  it.each(Object.entries(REPLACED))('%s has the exports of the other', async (from, to) => {
    const [site, app] = await Promise.all([import(`#${from}`), import(`#${to}`)])
    const missing = Object.keys(site).filter((name) => typeof app[name] !== typeof site[name])
    expect(missing).toEqual([])
  })
})
