import { describe, expect, it } from 'vitest'
import { REPLACED } from '../../native/replaced.ts'

describe('files that the native build replaces', () => {
  it.each(Object.entries(REPLACED))('%s has its replacement’s exports', async (from, to) => {
    const [site, app] = await Promise.all([import(`#${from}`), import(`#${to}`)])
    const missing = Object.keys(site).filter((name) => typeof app[name] !== typeof site[name])
    expect(missing).toEqual([])
  })
})
