import { escapeHtml, page } from '../page-layout.ts'
import type { StoredMail } from './mail-store.ts'

export const MAIL_MOUNT = '/sandbox/mail'

const time = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  dateStyle: 'medium',
  timeStyle: 'short',
})

const BRAND = '<p class="brand">Correo <span>Entorno de pruebas</span></p>'

/** Page with every message that Cupo sent, newest first. */
export function inboxPage(messages: StoredMail[]): string {
  const rows = messages.map(
    (mail) => `<tr>
<td>${escapeHtml(time.format(new Date(mail.received_at)))}</td>
<td>${escapeHtml(mail.recipients)}</td>
<td><a href="${MAIL_MOUNT}/${escapeHtml(mail.id)}">${escapeHtml(mail.subject)}</a></td>
</tr>`,
  )
  const table = `<div class="scroll"><table>
<thead><tr><th>Recibido</th><th>Para</th><th>Asunto</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
  const list = messages.length > 0 ? table : '<p>Todavía no hay mensajes.</p>'
  return page(
    'Correo de pruebas',
    `${BRAND}
<p>Lo que Cupo envía por SMTP llega aquí y no sale de esta máquina.</p>
${list}
<a class="button" href="${MAIL_MOUNT}/">Actualizar</a>
<a class="button" href="/sandbox">Volver</a>`,
  )
}

/** Page of one message: its text with working links; the HTML part has a separate address. */
export function messagePage(mail: StoredMail): string {
  return page(
    mail.subject,
    `${BRAND}
<section class="card">
<h1>${escapeHtml(mail.subject)}</h1>
<dl><dt>De</dt><dd>${escapeHtml(mail.sender)}</dd>
<dt>Para</dt><dd>${escapeHtml(mail.recipients)}</dd>
<dt>Recibido</dt><dd>${escapeHtml(time.format(new Date(mail.received_at)))}</dd></dl>
</section>
<section class="card">
<p style="white-space: pre-wrap; overflow-wrap: anywhere">${linked(mail.text)}</p>
</section>
<a class="button" href="${MAIL_MOUNT}/${escapeHtml(mail.id)}/html">Ver como HTML</a>
<a class="button" href="${MAIL_MOUNT}/">Todos los mensajes</a>`,
  )
}

function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}
