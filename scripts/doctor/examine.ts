import { statfsSync } from 'node:fs'
import { latestMigration } from '#server/platform/db/migrate.ts'
import { configurationFindings, type Variables } from './configuration.ts'
import { type DatabaseFacts, readDatabase } from './database.queries.ts'
import { databaseDown, databaseFindings } from './database.ts'
import { emergencyFindings } from './emergency.ts'
import { type Disk, fileFindings, MANAGED } from './files.ts'
import type { Finding } from './finding.ts'
import { keyFindings, storedWithOthers } from './keys.ts'
import { nameFindings } from './names.ts'
import { type Doors, realDoors, runningFindings, serviceFindings } from './network.ts'
import { providerFindings } from './providers.ts'

export type Examination = {
  variables: Variables
  /** File from which the environment variables were read; its mode is checked too. */
  envFile?: string | undefined
  /** URL of a running server to examine as well. */
  site?: string | undefined
  /** Whether this release is not installed yet, so its migrations are missing. */
  updating?: boolean
}

export type World = {
  doors: Doors
  now(): Date
  disk(folder: string): Disk
  readDatabase(url: string): Promise<DatabaseFacts>
  /** Variables whose key did not write the stored data. */
  wrongKeys(variables: Variables): Promise<string[]>
}

const realWorld: World = {
  doors: realDoors,
  now: () => new Date(),
  disk(folder) {
    const { bavail, blocks, bsize } = statfsSync(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  },
  readDatabase,
  wrongKeys: storedWithOthers,
}

const POOL_SIZE = 20

/** Finds what is missing or wrong before production. Changes no data, sends no message. */
export async function examine(asked: Examination, world: World = realWorld): Promise<Finding[]> {
  const { variables, site } = asked
  return [
    ...configurationFindings(variables),
    ...nameFindings(variables, asked.envFile),
    ...fileFindings({
      dataDir: variables.DATA_DIR || '.data',
      backupDir: variables.BACKUP_DIR,
      bucket: variables.S3_BUCKET,
      envFile: asked.envFile,
      now: world.now(),
      disk: world.disk,
    }),
    ...(await examineDatabase(variables, world)).filter(
      ({ id }) => !asked.updating || id !== 'migrations_missing',
    ),
    ...(await serviceFindings(variables, world.doors)),
    ...(await emergencyFindings(variables, world.doors)),
    ...(await providerFindings(variables, world.doors)),
    ...(site ? await runningFindings(site, variables.METRICS_TOKEN, world.doors) : []),
  ]
}

async function examineDatabase(variables: Variables, world: World): Promise<Finding[]> {
  const url = variables.DATABASE_URL
  if (!url) return []
  try {
    const facts = await world.readDatabase(url)
    const poolSize = Number(variables.DB_POOL_SIZE) || POOL_SIZE
    const managed = variables.BACKUP_DIR === MANAGED
    const latest = await latestMigration()
    const found = databaseFindings({ facts, latest, poolSize, managed, now: world.now() })
    // An older schema has no checks yet; the finding about its migrations says the rest.
    return [...found, ...keyFindings(await world.wrongKeys(variables).catch(() => []))]
  } catch (error) {
    return [databaseDown(error)]
  }
}
