/** What a combobox offers. */
export type ComboItem = {
  id: string
  label: string
  /** Second line: the department, the brand. */
  detail?: string
}

/** Answers the items for what was typed; an empty query asks for suggestions. */
export type LoadItems = (query: string) => Promise<readonly ComboItem[]>
