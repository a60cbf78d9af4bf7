import { pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'

type DebtNoticeProps = {
  /** Pesos owed. */
  debt: number
  returnTo: string | null
}

/** Why somebody owes, what they cannot do meanwhile, and how to pay. */
export function DebtNotice({ debt, returnTo }: DebtNoticeProps) {
  if (debt === 0) return null
  return (
    <Banner
      tone="warn"
      live="off"
      title={`Tienes un saldo pendiente de ${pesos(debt)}`}
      action={
        <ButtonLink
          size="sm"
          to={paths.wallet({ amount: debt, ...(returnTo ? { returnTo } : {}) })}
        >
          Recargar {pesos(debt)}
        </ButtonLink>
      }
    >
      La pasarela de pagos anuló una recarga que ya habías usado. Lo que entre a tu billetera paga
      primero este saldo. Hasta entonces no puedes reservar, publicar con pago directo ni retirar;
      tus reservas de ahora siguen en pie.
    </Banner>
  )
}
