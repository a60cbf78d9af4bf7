import { MailLinkPage } from './mail-link-page.tsx'
import { mailLinks } from './mail-links.ts'

export function meta() {
  return [{ title: 'Recuperar cuenta · Cupo' }, { name: 'robots', content: 'noindex' }]
}

export default function Recover() {
  return <MailLinkPage link={mailLinks.recovery} />
}
