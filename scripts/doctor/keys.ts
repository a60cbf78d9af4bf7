// Compares the keys with the data that they wrote.
import { loadConfig } from '#server/config.ts'
import { wrongKeys } from '#server/key-checks.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import type { Variables } from './configuration.ts'
import type { Finding } from './finding.ts'

/** Lists the variables whose key did not write the stored data. Throws if a key is missing. */
export async function storedWithOthers(variables: Variables): Promise<string[]> {
  const { NODE_ENV: _, DATABASE_URL: url, ...rest } = variables
  if (!url) return []
  // Without the other rules of production, which have findings of their own; makes no keys.
  const secrets = loadSecrets({ ...loadConfig(rest), production: true })
  const db = openDatabase(url, { restricted: true, poolSize: 1 })
  try {
    return await wrongKeys({ db, secrets })
  } finally {
    await db.destroy()
  }
}

export function keyFindings(names: readonly string[]): Finding[] {
  return names.map((name) => ({
    id: 'key_wrong',
    what: `${name} no es la llave con la que se guardaron los datos`,
    why: 'lo guardado no se abre ni se encuentra, y el servidor no arranca',
    todo: 'pon la de antes, que está en la copia de las llaves (ops/backup/keys)',
  }))
}
