import { expect, it } from 'vitest'
import { testDeps } from '#test/deps.ts'
import { openDatabase, requireAppRole } from './open.ts'

it('accepts a connection as the role of the app, and refuses one as the owner', async () => {
  const { db, databaseUrl } = await testDeps()
  await expect(requireAppRole(db)).resolves.toBeUndefined()
  const owner = openDatabase(databaseUrl, { restricted: false, poolSize: 1 })
  try {
    await expect(requireAppRole(owner)).rejects.toThrow(/not as "cupo_app".*docs\/deploy\.md/s)
  } finally {
    await owner.destroy()
  }
})
