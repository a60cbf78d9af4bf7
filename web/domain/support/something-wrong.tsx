import { Link } from '#web/ui/link.tsx'

/** Leads to a ticket about what the screen shows. */
export function SomethingWrong({ to }: { to: string }) {
  return (
    <p>
      <Link to={to} className="inline-flex min-h-11 items-center">
        ¿Algo anda mal?
      </Link>
    </p>
  )
}
