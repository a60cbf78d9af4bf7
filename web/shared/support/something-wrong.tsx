import { Link } from '#web/ui/link.tsx'

/** Link to a support ticket about the content of the screen. */
export function SomethingWrong({ to }: { to: string }) {
  return (
    <p>
      <Link to={to} className="inline-flex min-h-11 items-center">
        ¿Algo anda mal?
      </Link>
    </p>
  )
}
