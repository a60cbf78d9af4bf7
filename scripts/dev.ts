// `npm run dev`: the server restarts on changes; the web is served by Vite, which forwards /api.
import { spawn } from 'node:child_process'
import { loadLocalSettings, ROOT } from './project.ts'

loadLocalSettings()

const commands = [
  ['--watch', '--watch-preserve-output', 'server/main.ts'],
  ['node_modules/@react-router/dev/bin.cjs', 'dev'],
]

const children = commands.map((args) =>
  spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }),
)

/** One ends, both end. */
function stop(): void {
  for (const child of children) child.kill('SIGTERM')
}

for (const child of children) child.once('exit', stop)
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
