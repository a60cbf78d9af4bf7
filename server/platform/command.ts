import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'
import { endWith } from './end-with.ts'

const COLUMNS = 96
const HELP: Option = { type: 'boolean', about: 'print this text' }

type Option = ParseArgsOptionDescriptor & { about: string }
type Options = Readonly<Record<string, Option>>
type NoOptions = Record<never, Option>

type Command<O extends Options> = {
  /** How it is called: `npm run fuzz -- [requests] [seed]`. */
  call: string
  about: string
  /** Lines that follow, as they are. */
  details?: string
  /** Fewest and most arguments beside options; none unless given. */
  args?: readonly [fewest: number, most: number]
  options?: O
  /** Exit codes other than 2 for a wrong call; unless given, 1 stands for a failure. */
  exits?: Readonly<Record<number, string>>
}

type Given<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
> & {
  /** Ends the process as after an unknown option. */
  refuse: (message: string) => never
}

/**
 * Reads a command's arguments first. `--help` and a wrong call (exit code 2) end the process, as
 * does a later failure (exit code 1), with a sentence when the operator can mend it.
 */
export function readCommand<const O extends Options = NoOptions>(command: Command<O>): Given<O> {
  process.on('uncaughtException', endWith)
  const refuse = (message: string): never => {
    process.stderr.write(`${message}\n\n${usageOf(command)}`)
    process.exit(2)
  }
  const options = { ...command.options, help: HELP } as unknown as O
  const given = (() => {
    try {
      return parseArgs({ options, allowPositionals: true })
    } catch (error) {
      return refuse(String((error as Error).message.split('. ')[0]))
    }
  })()
  if ((given.values as { help?: boolean }).help) {
    process.stdout.write(usageOf(command))
    process.exit(0)
  }
  const [fewest, most] = command.args ?? [0, 0]
  const count = given.positionals.length
  if (count < fewest) refuse('An argument is missing.')
  if (count > most) refuse(`Unexpected argument: ${given.positionals[most]}`)
  return { ...given, refuse }
}

function usageOf({ call, about, details, options = {}, exits }: Command<Options>): string {
  const named = Object.entries({ ...options, help: HELP }).map(([name, option]) => {
    return [option.type === 'string' ? `--${name} VALUE` : `--${name}`, option.about] as const
  })
  const codes = { 0: 'done', 1: 'failed', 2: 'called with wrong arguments', ...exits }
  return [
    `${call}\n`,
    wrapped(about),
    ...(details ? [`${details}\n`] : []),
    `Options\n${table(named)}`,
    `Exit codes\n${table(Object.entries(codes))}`,
  ].join('\n')
}

function wrapped(text: string): string {
  return text.replace(new RegExp(`(.{1,${COLUMNS}})( |$)`, 'g'), '$1\n')
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join('')
}
