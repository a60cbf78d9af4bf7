import { MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.tsx'

/** Links to call a person or to write to them on WhatsApp, which Colombian mobile phones have. */
export function PhoneLinks({
  phone,
  name,
  isNamed = false,
  shown,
}: {
  /** As stored, with the prefix of its country. */
  phone: string
  name: string
  /** Whether the name stands above the links, so that they need not repeat it. */
  isNamed?: boolean
  shown?: ReactNode
}) {
  return (
    <div className="flex flex-wrap gap-3">
      <a href={`tel:${phone}`} className={buttonClass('secondary', 'md')}>
        <Phone className="size-5" />
        <span>
          Llamar<span className={isNamed ? 'sr-only' : undefined}> a {name}</span> {shown}
        </span>
      </a>
      {/^\+573\d{9}$/.test(phone) && (
        <a
          href={`https://wa.me/${phone.slice(1)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary', 'md')}
        >
          <MessageCircle className="size-5" />
          WhatsApp
          <span className="sr-only"> a {name} (se abre aparte)</span>
        </a>
      )}
    </div>
  )
}
