import { createElement as h, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MailContent } from '#server/platform/message.ts'
import { helpButton } from './message-words.ts'

const FONT = "Figtree, 'Segoe UI', Helvetica, Arial, sans-serif"
const INK = '#15211C'
const MUTED = '#55635C'
const BOSQUE = '#0B5D48'
const PAPER = '#FBF8F1'

const styles = {
  body: { margin: 0, padding: '24px 12px', backgroundColor: PAPER, fontFamily: FONT, color: INK },
  brand: {
    margin: '0 0 16px',
    fontSize: '22px',
    lineHeight: '24px',
    fontWeight: 800,
    color: BOSQUE,
  },
  card: {
    padding: '28px 24px',
    backgroundColor: '#FFFFFF',
    border: '1px solid #D9D3C4',
    borderRadius: '16px',
  },
  heading: { margin: '0 0 12px', fontSize: '22px', lineHeight: '28px', fontWeight: 800 },
  text: { margin: '0 0 16px', fontSize: '16px', lineHeight: '24px' },
  button: {
    display: 'inline-block',
    maxWidth: '100%',
    padding: '14px 24px',
    borderRadius: '12px',
    backgroundColor: BOSQUE,
    color: '#FFFFFF',
    fontSize: '16px',
    fontWeight: 700,
    lineHeight: '100%',
    textDecoration: 'none',
    msoPaddingAlt: '0px',
  },
  label: {
    display: 'inline-block',
    maxWidth: '100%',
    lineHeight: '120%',
    msoPaddingAlt: '0px',
    msoTextRaise: '10.5px',
  },
  fact: { margin: '0 0 4px', fontSize: '14px', lineHeight: '20px', color: MUTED },
  line: { width: '100%', margin: '20px 0', border: 'none', borderTop: '1px solid #D9D3C4' },
  option: { margin: '0 0 20px' },
  title: { margin: '0 0 2px', fontSize: '16px', lineHeight: '24px', fontWeight: 700 },
  detail: { margin: '0 0 10px', fontSize: '16px', lineHeight: '24px' },
  foot: { margin: '16px 0 0', fontSize: '14px', lineHeight: '20px', color: MUTED },
}

const HIDDEN = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
}
/** Length of the preview line, filled with characters that show nothing instead of the greeting. */
const PREVIEW_LENGTH = 150
const BLANK = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'

/** What Outlook draws around a label instead of the padding of 14 and 24 px, which it ignores. */
const OUTLOOK = {
  before:
    '<!--[if mso]><i style="mso-font-width:400%;mso-text-raise:21" hidden>' +
    '&#8202;&#8202;&#8202;</i><![endif]-->',
  after:
    '<!--[if mso]><i style="mso-font-width:400%" hidden>' +
    '&#8202;&#8202;&#8202;&#8203;</i><![endif]-->',
}

const FOOT =
  'Este mensaje lo envía Cupo, viajes compartidos en Colombia. No respondas a este correo.'

const STOP = 'Dejar de recibir estos avisos'

/** Renders a message as HTML and as plain text with the same content. */
export function layOut(
  words: MailContent,
  name: string | null,
  site: string,
): { html: string; text: string } {
  const options = [...(words.options ?? []), ...helpButton(words, site)]
  const content = { ...words, options }
  return {
    html: `<!DOCTYPE html>${renderToStaticMarkup(page(content, name))}`,
    text: plain(content, name),
  }
}

function greeting(name: string | null): string {
  return name ? `Hola, ${name}:` : 'Hola:'
}

function page(content: MailContent, name: string | null): ReactElement {
  const preview = (content.paragraphs[0] ?? content.heading).slice(0, PREVIEW_LENGTH)
  return h(
    'html',
    { dir: 'ltr', lang: 'es-CO' },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('meta', { name: 'x-apple-disable-message-reformatting' }),
      h('title', null, content.subject ?? content.heading),
    ),
    h(
      'body',
      { style: { backgroundColor: PAPER, margin: 0, padding: 0 } },
      h('div', { style: HIDDEN }, preview, BLANK.repeat(PREVIEW_LENGTH - preview.length)),
      box(
        {},
        styles.body,
        box(
          { style: { maxWidth: '37.5em' } },
          undefined,
          paragraph('Cupo', styles.brand),
          box({ style: styles.card }, undefined, ...card(content, name)),
          paragraph(FOOT, styles.foot),
        ),
      ),
    ),
  )
}

/** A table of one cell: mail programs ignore the width and the padding of other blocks. */
function box(table: object, cell: object | undefined, ...children: ReactElement[]): ReactElement {
  const flat = { border: 0, cellPadding: 0, cellSpacing: 0, role: 'presentation' }
  const row = h('tbody', null, h('tr', null, h('td', { style: cell }, ...children)))
  return h('table', { align: 'center', width: '100%', ...flat, ...table }, row)
}

function paragraph(line: string | ReactElement, style: object = styles.text): ReactElement {
  return h('p', { style }, line)
}

function button(href: string, label: string): ReactElement {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: only the two constants above.
  const outlook = (html: string) => h('span', { dangerouslySetInnerHTML: { __html: html } })
  const text = h('span', { style: styles.label }, label)
  const around = [outlook(OUTLOOK.before), text, outlook(OUTLOOK.after)]
  return h('a', { href, style: styles.button, target: '_blank' }, ...around)
}

function card(content: MailContent, name: string | null): ReactElement[] {
  const { action, unsubscribe } = content
  return [
    h('h1', { style: styles.heading }, content.heading),
    paragraph(greeting(name)),
    ...content.paragraphs.map((line) => paragraph(line)),
    ...(action
      ? [
          button(action.url, action.label),
          paragraph(`Si el botón no abre, copia esta dirección: ${action.url}`, styles.foot),
        ]
      : []),
    ...(content.options ?? []).map((option) =>
      box(
        { style: styles.option },
        undefined,
        paragraph(option.title, styles.title),
        paragraph(option.detail, styles.detail),
        button(option.url, option.label),
      ),
    ),
    h('hr', { style: styles.line }),
    ...content.facts.map(([term, value]) => paragraph(`${term}: ${value}`, styles.fact)),
    ...content.closing.map((line) => paragraph(line, styles.foot)),
    ...(unsubscribe ? [paragraph(stopLink(unsubscribe.page), styles.foot)] : []),
  ]
}

function stopLink(href: string): ReactElement {
  const style = { color: BOSQUE, textDecorationLine: 'none' }
  return h('a', { href, style, target: '_blank' }, STOP)
}

function plain(content: MailContent, name: string | null): string {
  const { action } = content
  const blocks = [
    greeting(name),
    ...content.paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(content.options ?? []).map(({ title, detail, label, url }) =>
      [title, detail, `${label}: ${url}`].join('\n'),
    ),
    content.facts.map(([term, value]) => `${term}: ${value}`).join('\n'),
    ...content.closing,
    ...(content.unsubscribe ? [`${STOP}:\n${content.unsubscribe.page}`] : []),
    `—\n${FOOT}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}
