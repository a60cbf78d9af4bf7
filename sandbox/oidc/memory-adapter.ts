import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; until: number }

/** State of an issuer, in memory: pending sign-ins and their codes. */
export function memoryAdapter(): AdapterFactory {
  const entries = new Map<string, Entry>()

  function sweep(): void {
    const now = Date.now()
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
  }

  function values(): AdapterPayload[] {
    sweep()
    return [...entries.values()].map(({ payload }) => payload)
  }

  return (model: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      sweep()
      const until = expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY
      entries.set(`${model}:${id}`, { payload, until })
    },
    async find(id) {
      sweep()
      return entries.get(`${model}:${id}`)?.payload
    },
    async findByUid(uid) {
      return values().find((payload) => payload.uid === uid)
    },
    async findByUserCode(userCode) {
      return values().find((payload) => payload.userCode === userCode)
    },
    async consume(id) {
      const entry = entries.get(`${model}:${id}`)
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    },
  })
}
