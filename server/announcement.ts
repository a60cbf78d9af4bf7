import type { DemoAccount } from './demo/seed-demo.ts'
import type { Deps } from './platform/deps.ts'

/** Returns the text printed after the start: addresses that answer, and demo accounts. */
export function announcement(
  { urls: { site }, config }: Pick<Deps, 'urls' | 'config'>,
  accounts: readonly DemoAccount[],
): string {
  const docs = config.apiDocs ? [`  API:     ${site}/api/docs`] : []
  const lines = ['', `  Cupo está en ${site}`, ...docs]
  if (accounts.length > 0) {
    lines.push(
      `  Sandbox: ${site}/sandbox`,
      '',
      `  Cuentas de demostración: entra con un clic en ${site}/login, segundo paso incluido`,
    )
    const widthOf = (key: 'role' | 'name' | 'email') =>
      Math.max(...accounts.map((account) => account[key].length))
    for (const { role, name, email, password, note } of accounts) {
      const who = `${role.padEnd(widthOf('role'))}  ${name.padEnd(widthOf('name'))}`
      lines.push(`    ${who}  ${email.padEnd(widthOf('email'))}  ${password}  ${note}`)
    }
    lines.push('', '  Quien entra al equipo con su clave agrega antes un segundo paso en /admin.')
  }
  return `${lines.join('\n')}\n\n`
}
