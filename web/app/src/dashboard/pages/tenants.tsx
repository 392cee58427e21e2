// The tenants of the server, for the operator: chosen, created, and put on a plan.
import type { Plan, TenantEntry, TenantList } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { useValue } from "../../value.js";
import { number, timeText, words } from "../messages.js";
import { Dialog, More, Page, Problem, Ready, SendForm, Table, useAnswer, useFurther } from "../parts.js";
import { go } from "../router.js";
import { chooseTenant, chosenTenant, send } from "../session.js";

const text = words.tenants;

const PATH = "v1/dashboard/tenants?limit=100";

export default function Tenants(): ComponentChild {
  const loaded = useAnswer<TenantList>(PATH);
  const [edited, setEdited] = useState<TenantEntry | "new" | null>(null);
  const further = useFurther<TenantList>(PATH, loaded.value);
  const [problem, setProblem] = useState<unknown>(null);
  const open = async (id: string): Promise<void> => {
    setProblem(null);
    await chooseTenant(id);
    go("");
  };
  const done = (): void => {
    setEdited(null);
    loaded.reload();
  };
  return (
    <Page title={text.title} about={text.about}>
      <p>
        <button type="button" class="primary" onClick={() => setEdited("new")}>
          {text.create}
        </button>
      </p>
      {problem !== null && <Problem problem={problem} />}
      <Ready loaded={loaded}>
        {({ plans, defaultPlan }) => (
          <>
            <Table label={text.table} head={[text.tenant, text.plan, text.sessions, text.made, text.actions]}>
              {further.pages
                .flatMap(({ tenants }) => tenants)
                .map((tenant) => (
                  <TenantRow key={tenant.id} of={tenant} onOpen={() => void open(tenant.id).catch(setProblem)} onEdit={() => setEdited(tenant)} />
                ))}
            </Table>
            <More further={further} />
            {edited !== null && (
              <TenantDialog
                of={edited === "new" ? null : edited}
                plans={plans.map((plan) => plan.name)}
                defaultPlan={defaultPlan}
                onDone={done}
                onClose={() => setEdited(null)}
              />
            )}
          </>
        )}
      </Ready>
    </Page>
  );
}

function TenantRow({ of: tenant, onEdit, onOpen }: { of: TenantEntry; onOpen: () => void; onEdit: () => void }): ComponentChild {
  const isChosen = useValue(chosenTenant) === tenant.id;
  return (
    <tr>
      <th scope="row">
        {tenant.name} {tenant.isOwn && <span class="pill">{text.own}</span>} {isChosen && <span class="pill turn">{text.chosen}</span>}
        <br />
        <span class="muted small-text">{tenant.id}</span>
      </th>
      <td>
        {tenant.plan}
        <p class="muted small-text">{text.requests(tenant.requestsPerMinute)}</p>
      </td>
      <td>
        {number(tenant.sessionsThisMonth)}
        <p class="muted small-text">{tenant.sessionsPerMonth === null ? words.overview.unlimited : words.overview.ofQuota(tenant.sessionsPerMonth)}</p>
      </td>
      <td>{timeText(tenant.createdAt)}</td>
      <td>
        <div class="row tight">
          <button type="button" class="small" aria-label={`${text.open} ${tenant.name}`} onClick={onOpen}>
            {text.open}
          </button>
          <button type="button" class="small" aria-label={`${text.change} ${tenant.name}`} onClick={onEdit}>
            {text.change}
          </button>
        </div>
      </td>
    </tr>
  );
}

interface TenantDialogProps {
  of: TenantEntry | null;
  plans: readonly Plan[];
  defaultPlan: Plan;
  onDone: () => void;
  onClose: () => void;
}

function TenantDialog({ of: tenant, plans, defaultPlan, onClose, onDone }: TenantDialogProps): ComponentChild {
  const [name, setName] = useState(tenant?.name ?? "");
  const present = tenant?.plan ?? defaultPlan;
  const [plan, setPlan] = useState<Plan>(present);
  // A tenant may keep a plan that is not configured any more.
  const offered = plans.includes(present) ? plans : [present, ...plans];
  const submit = async (): Promise<void> => {
    const path = tenant ? `v1/dashboard/tenants/${encodeURIComponent(tenant.id)}` : "v1/dashboard/tenants";
    await send(tenant ? "PUT" : "POST", path, { name: name.trim(), ...(plan === tenant?.plan ? {} : { plan }) });
    onDone();
  };
  return (
    <Dialog title={tenant ? text.change : text.create} onClose={onClose}>
      <SendForm button={words.keys.save} send={submit} onCancel={onClose}>
        <div class="field">
          <label for="tenant-name">{text.name}</label>
          <input id="tenant-name" required maxLength={80} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </div>
        <div class="field">
          <label for="tenant-plan">{text.plan}</label>
          <select id="tenant-plan" value={plan} onChange={(event) => setPlan(event.currentTarget.value)}>
            {offered.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </div>
      </SendForm>
    </Dialog>
  );
}
