import type { FastifyInstance, FastifyReply } from 'fastify'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** Formats cents as pesos, such as `$ 62.000`. */
export function pesosText(cents: number): string {
  return `$ ${new Intl.NumberFormat('es-CO').format(Math.round(cents / 100))}`
}

/** A complete page of a sandbox: no scripts, one inline style sheet. `body` is already HTML. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="es-CO">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>${body}</main>
</body>
</html>`
}

/** Answers with a page, which no browser stores. */
export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
}

/** A page of messages, one card each. `head` and `foot` are already HTML. */
export function messagesPage(
  title: string,
  messages: readonly { about: string; text: string }[],
  { head, foot = '' }: { head: string; foot?: string },
): string {
  const cards = messages.map(
    ({ about, text }) => `<section class="card">
<p>${escapeHtml(about)}</p>
<p style="white-space: pre-wrap; overflow-wrap: anywhere">${escapeHtml(text)}</p>
</section>`,
  )
  return page(
    title,
    `${head}
${cards.join('\n') || '<p>Todavía no hay mensajes.</p>'}
${foot}<a class="button" href="/sandbox">Volver</a>`,
  )
}

type MoneyRow = {
  id: string
  created_at: string
  amount_in_cents: number
  status: string
  /** Already HTML. */
  reference: string
  /** Statuses that a press can set, with their labels. */
  choices: readonly (readonly [status: string, label: string])[]
}

/** Table of payments with a form to `action` for each choice; `none`: its text without rows. */
export function moneyTable(rows: readonly MoneyRow[], action: string, none: string): string {
  if (rows.length === 0) return `<p>${none}</p>`
  const lines = rows.map(({ id, created_at, amount_in_cents, status, reference, choices }) => {
    const forms = choices.map(
      ([value, label]) => `<form method="post" action="${action}">
<input type="hidden" name="id" value="${escapeHtml(id)}">
<button class="small" name="status" value="${value}">${label}</button></form>`,
    )
    return `<tr><td>${escapeHtml(created_at.slice(0, 19).replace('T', ' '))}</td>
<td>${reference}</td><td class="number">${pesosText(amount_in_cents)}</td>
<td>${escapeHtml(status)}</td><td>${forms.join('')}</td></tr>`
  })
  return `<div class="scroll"><table>
<thead><tr><th>Fecha (UTC)</th><th>Referencia</th><th>Valor</th><th>Estado</th>
<th>Acciones</th></tr></thead><tbody>${lines.join('\n')}</tbody></table></div>`
}

/** Lets the routes of this scope read posted forms, as the values of their fields. */
export function readFormFields(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

const STYLE = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #eef1f6; color: #1c2433;
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 24px 16px 48px; }
main:has(table) { max-width: 960px; }
.card { background: #fff; border: 1px solid #d6dce8; border-radius: 14px; padding: 20px;
  margin-bottom: 16px; }
.brand { display: flex; align-items: center; gap: 12px; margin: 0 0 16px; font-size: 18px;
  font-weight: 700; }
.brand span { padding: 3px 10px; border-radius: 999px; background: #ffe8a3; color: #4d3800;
  font-size: 14px; font-weight: 600; }
h1 { margin: 0 0 4px; font-size: 20px; }
h2 { margin: 0 0 8px; font-size: 18px; }
.amount { margin: 0; font-size: 36px; font-weight: 800; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0 0; }
dt { color: #56617a; }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: 8px; font-weight: 600; }
.choice { display: flex; align-items: center; gap: 10px; min-height: 44px; }
button, .button { display: block; width: 100%; min-height: 48px; margin-top: 10px;
  padding: 10px 16px; border: 1px solid #2b3f73; border-radius: 12px; background: #fff;
  color: #22335f; font: inherit;
  font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button.main { background: #22335f; color: #fff; }
button.small { display: inline-block; width: auto; min-height: 36px; margin: 2px; padding: 4px 12px;
  font-size: 14px; }
:focus-visible { outline: 3px solid #f2a900; outline-offset: 2px; }
details { margin-top: 16px; }
summary { min-height: 44px; padding: 10px 0; cursor: pointer; font-weight: 600; }
select { width: 100%; min-height: 44px; border: 1px solid #7a869f; border-radius: 10px;
  padding: 8px; font: inherit; background: #fff; }
label.field { display: block; margin-bottom: 12px; }
.notice { padding: 12px 16px; border-radius: 12px; background: #fde8e4; color: #7a1f12; }
.note { color: #56617a; font-size: 14px; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 8px; border-bottom: 1px solid #e3e8f1; text-align: left; vertical-align: top; }
td.number { text-align: right; white-space: nowrap; }
`
