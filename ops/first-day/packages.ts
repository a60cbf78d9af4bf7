// Packages that an installation of production has, from the lock file.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../scripts/project.ts'

type Locked = { dev?: boolean; optional?: boolean; devOptional?: boolean; peer?: boolean }

/** Lists the packages of production by name, sorted; those of one platform only are left out. */
export function productionPackages(): string[] {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const names = Object.entries(lock.packages)
    .filter(([at, { dev, optional, devOptional }]) => at && !dev && !optional && !devOptional)
    .map(([at]) => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length))
  return [...new Set(names)].sort()
}

/** The list that was looked at: a new package is added to it by hand, with its size in mind. */
export const packagesFile = path.join(import.meta.dirname, 'packages.txt')
