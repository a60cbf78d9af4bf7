import { spawn } from 'node:child_process'
import { readCommand } from '#server/platform/command.ts'
import { loadLocalSettings, ROOT } from './project.ts'

readCommand({
  call: 'npm run dev',
  about: 'Starts the server, which restarts on changes, and the web by Vite, which forwards /api.',
})

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
