import { escapeHtml, page } from '../page-layout.ts'
import type { DemoIdentity } from './demo-identities.ts'

/** Page on which the person chooses an account of the provider. */
export function chooserPage(input: {
  provider: string
  action: string
  identities: DemoIdentity[]
}): string {
  const accounts = input.identities.map(({ subject, email, firstName, lastName, note }) => {
    const name = escapeHtml(`${firstName} ${lastName}`)
    const about = escapeHtml(note ? `${email} · ${note}` : email)
    return `<form method="post" action="${input.action}">
<button name="account" value="${escapeHtml(subject)}">${name}
<br><span class="note">${about}</span></button></form>`
  })
  return page(
    `Elige una cuenta de ${input.provider}`,
    `<p class="brand">${escapeHtml(input.provider)} <span>Entorno de pruebas</span></p>
<section class="card">
<h1>Elige una cuenta</h1>
<p>Para continuar a Cupo</p>
${accounts.join('\n')}
</section>
<form method="post" action="${input.action}">
<button name="account" value="cancel">Cancelar</button>
</form>`,
  )
}

/** Page for a sign-in that is unknown or has expired. */
export function strayPage(provider: string): string {
  return page(
    provider,
    `<p class="brand">${escapeHtml(provider)} <span>Entorno de pruebas</span></p>
<p class="notice">Este inicio de sesión ya no existe. Vuelve a Cupo y empieza de nuevo.</p>
<a class="button" href="/login">Volver a Cupo</a>`,
  )
}
