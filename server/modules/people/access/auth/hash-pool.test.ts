import { describe, expect, it } from 'vitest'
import { hashPool } from './hash-pool.ts'

const limits = {
  workers: 1,
  known: 3,
  returning: 2,
  strangers: 4,
  perSource: 2,
  back: { fromMs: 0, untilMs: 60_000 },
}
const stranger = (source?: string) =>
  source === undefined ? ({ known: false } as const) : ({ known: false, source } as const)
const known = { known: true } as const

describe('password hash pool', () => {
  it('hashes a password so that it verifies, and refuses a wrong password', async () => {
    const pool = hashPool(limits)
    const hash = String(await pool.run({ password: 'una clave' }, known))
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await pool.run({ password: 'una clave', hash }, known)).toBe(true)
    expect(await pool.run({ password: 'otra', hash }, stranger())).toBe(false)
    await expect(pool.run({ password: 'x', hash: 'rota' }, known)).rejects.toThrow(/hashing failed/)
    expect(await pool.run({ password: 'una clave', hash }, known)).toBe(true)
  })

  it('hashes for known callers before strangers who came earlier', async () => {
    const pool = hashPool(limits)
    const order: string[] = []
    const ask = (name: string, asker: Parameters<typeof pool.run>[1]) =>
      pool.run({ password: name }, asker).then(() => order.push(name))
    await Promise.all([
      ask('at work', stranger()),
      ask('stranger 1', stranger()),
      ask('stranger 2', stranger()),
      ask('owner', known),
    ])
    expect(order).toEqual(['at work', 'owner', 'stranger 1', 'stranger 2'])
  })

  it('refuses strangers when their hash queue is full, but accepts known callers', async () => {
    const pool = hashPool(limits)
    const busy = { code: 'busy' }
    const ask = (asker: Parameters<typeof pool.run>[1]) => pool.run({ password: 'x' }, asker)
    const taken = [ask(stranger())]
    taken.push(ask(stranger('a')), ask(stranger('a')))
    await expect(ask(stranger('a'))).rejects.toMatchObject(busy)
    taken.push(ask(stranger('b')), ask(stranger('c')))
    await expect(ask(stranger('d'))).rejects.toMatchObject(busy)
    taken.push(ask(known), ask(known), ask(known))
    await expect(ask(known)).rejects.toMatchObject(busy)
    expect(await Promise.all(taken)).toHaveLength(8)
    expect(pool.waiting()).toEqual({ known: 0, returning: 0, strangers: 0 })
  })

  it('hashes for the retry of a refused source before new strangers', async () => {
    const pool = hashPool(limits)
    const order: string[] = []
    const ask = (name: string) =>
      pool.run({ password: name }, stranger(name)).then(() => order.push(name))
    const taken = ['at work', 'a', 'b', 'c', 'd'].map(ask)
    await expect(ask('honest')).rejects.toMatchObject({ code: 'busy' })
    taken.push(ask('honest'))
    await Promise.all(taken)
    expect(order).toEqual(['at work', 'honest', 'a', 'b', 'c', 'd'])
  })

  it('hashes for a source with one request before later ones of a busy source', async () => {
    const pool = hashPool({ ...limits, perSource: 4, strangers: 6 })
    const order: string[] = []
    const ask = (source: string) =>
      pool.run({ password: source }, stranger(source)).then(() => order.push(source))
    await Promise.all(['flood', 'flood', 'flood', 'flood', 'flood', 'one', 'two'].map(ask))
    expect(order).toEqual(['flood', 'flood', 'one', 'two', 'flood', 'flood', 'flood'])
  })

  it('does not treat an immediate second hash request as a retry', async () => {
    const pool = hashPool({ ...limits, back: { fromMs: 60_000, untilMs: 120_000 } })
    const ask = (name: string) => pool.run({ password: name }, stranger(name))
    const taken = ['at work', 'a', 'b', 'c', 'd'].map(ask)
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(ask('hasty')).rejects.toMatchObject({ code: 'busy' })
    }
    await Promise.all(taken)
  })
})
