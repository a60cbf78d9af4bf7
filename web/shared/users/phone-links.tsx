import { MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.tsx'

/** Links to call a person or to write to them on WhatsApp, which Colombian mobile phones have. */
export function PhoneLinks({
  phone,
  name,
  shown,
}: {
  /** As stored, with the prefix of its country. */
  phone: string
  name: string
  shown?: ReactNode
}) {
  return (
    <div className="flex flex-wrap gap-3">
      <a href={`tel:${phone}`} className={buttonClass('secondary', 'md')}>
        <Phone aria-hidden="true" className="size-5" />
        Llamar a {name} {shown}
      </a>
      {/^\+573\d{9}$/.test(phone) && (
        <a
          href={`https://wa.me/${phone.slice(1)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary', 'md')}
        >
          <MessageCircle aria-hidden="true" className="size-5" />
          WhatsApp
          <span className="sr-only"> a {name} (se abre aparte)</span>
        </a>
      )}
    </div>
  )
}
