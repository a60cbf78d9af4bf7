// `npm run dev`: starts the server, which restarts on changes, and Vite, which serves the web and
// forwards /api.
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

/** When one of the two processes ends, the other is stopped. */
function stop(): void {
  for (const child of children) child.kill('SIGTERM')
}

for (const child of children) child.once('exit', stop)
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
