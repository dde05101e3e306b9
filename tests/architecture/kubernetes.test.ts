/** deploy/kubernetes by the schemas of Kubernetes' own API, and what the shop needs of it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { prometheusRule, ruleFile } from '../../tools/prometheus-rule';
import { readConfig } from '../../server/config';
import { settingNames, settings } from '../../server/settings';
import { secretNames } from '../../server/startup/secret-files';

const folder = 'deploy/kubernetes';
const read = (file: string): unknown => parse(readFileSync(`${folder}/${file}`, 'utf8'));
const Kustomization = z.object({
  resources: z.array(z.string()),
  configMapGenerator: z.array(z.object({ envs: z.array(z.string()) })),
});
const kustomization = Kustomization.parse(read('kustomization.yaml'));

/** By kind, the class whose schema is that of the API. */
const kinds: Readonly<Record<string, new (data: never) => { validate(): void }>> = {
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  PrometheusRule,
  Service,
  ServiceMonitor,
};
const Resource = z.object({ apiVersion: z.string(), kind: z.string() }).loose();

function validate(resource: unknown): void {
  const { kind } = Resource.parse(resource);
  const Kind = kinds[kind];
  if (!Kind) throw new Error(`no schema of ${kind}`);
  new Kind(resource as never).validate();
}

const Probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  ...{ periodSeconds: z.number(), timeoutSeconds: z.number(), failureThreshold: z.number() },
});
const Container = z.object({
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  ...{ livenessProbe: Probe, readinessProbe: Probe, startupProbe: Probe },
  securityContext: z.object({ readOnlyRootFilesystem: z.boolean() }),
});
const Path = z.object({
  ...{ path: z.string(), pathType: z.string() },
  backend: z.object({ service: z.object({ name: z.string() }) }),
});
const deployment = z
  .object({
    spec: z.object({
      replicas: z.number().optional(),
      template: z.object({
        spec: z.object({
          terminationGracePeriodSeconds: z.number(),
          securityContext: z.object({ runAsNonRoot: z.boolean(), runAsUser: z.number() }),
          containers: z.tuple([Container]),
        }),
      }),
    }),
  })
  .parse(read('deployment.yaml')).spec;
const pod = deployment.template.spec;
const [container] = pod.containers;
const autoscaler = z
  .object({ spec: z.object({ minReplicas: z.number() }) })
  .parse(read('autoscaler.yaml')).spec;

describe('deploy/kubernetes', () => {
  it('OPS-08 P-67 every file is a resource of the kustomization and valid by the schema of its kind', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
    expect(kustomization.resources.slice().sort()).toEqual(
      files.filter((name) => name !== 'kustomization.yaml').sort(),
    );
    for (const file of kustomization.resources)
      expect(() => validate(read(file)), file).not.toThrow();
  });

  it('OPS-08 P-65 publishes neither /healthz nor /readyz, whose dependencies have names', () => {
    const Rules = z.object({
      spec: z.object({ rules: z.tuple([z.object({ http: z.object({ paths: z.array(Path) }) })]) }),
    });
    const [{ http }] = Rules.parse(read('ingress.yaml')).spec.rules;
    const hidden = http.paths.filter(({ pathType }) => pathType === 'Exact');
    expect(hidden.map(({ path }) => path)).toEqual(['/healthz', '/readyz']);
    for (const { backend } of hidden) expect(backend.service.name).toBe('shop-unpublished');
    expect(read('unpublished.yaml')).toMatchObject({ metadata: { name: 'shop-unpublished' } });
    expect(read('unpublished.yaml')).not.toHaveProperty('spec.selector');
  });

  it('OPS-08 P-74 has the alerts of deploy/prometheus, as tools/prometheus-rule.ts writes them', () => {
    expect(readFileSync(ruleFile, 'utf8')).toBe(prometheusRule());
  });

  it('OPS-08 P-67 the schemas find what is wrong', () => {
    const wrong = { ...Resource.parse(read('deployment.yaml')), spec: { replicas: 'two' } };
    expect(() => validate(wrong)).toThrow();
  });

  it('OPS-08 P-67 two instances, probes, no rights, and the time that a write in flight needs', () => {
    // The autoscaler alone says how many: a number of the deployment would take its instances away with each apply.
    expect(deployment.replicas).toBeUndefined();
    expect(autoscaler.minReplicas).toBeGreaterThanOrEqual(2);
    // In a rush the shop's own port has a queue (P-60): a check that is late may restart nothing, nor move the load on.
    const { livenessProbe: alive, readinessProbe: ready } = container;
    expect(alive.httpGet).toEqual({ path: '/healthz', port: 'metrics' });
    expect(alive.periodSeconds * alive.failureThreshold).toBeGreaterThanOrEqual(60);
    expect(ready.httpGet).toEqual({ path: '/readyz', port: 'http' });
    const patience = [
      alive.timeoutSeconds,
      ready.timeoutSeconds,
      container.startupProbe.timeoutSeconds,
    ];
    expect(patience).toEqual([5, 5, 5]);
    expect(readFileSync('deploy/proxy/haproxy.cfg', 'utf8')).toContain('timeout check 5s');
    expect(readFileSync('deploy/proxy/Caddyfile', 'utf8')).toContain('health_timeout 5s');
    expect(pod.securityContext).toEqual({
      ...pod.securityContext,
      runAsNonRoot: true,
      runAsUser: 10_001,
    });
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
    const drain = Number(
      /^DRAIN_SECONDS=(\d+)$/m.exec(readFileSync(`${folder}/settings.env`, 'utf8'))?.[1],
    );
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 25);
  });

  it('OPS-08 CFG-01 gives settings that the shop has, secrets by files, and the ports that the services name', () => {
    const env = readFileSync(`${folder}/settings.env`, 'utf8').trim().split('\n');
    const given = Object.fromEntries(
      env.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
    );
    for (const name of settingNames) {
      if (!(name in given)) continue;
      expect(settings[name].schema.safeParse(given[name]).success, name).toBe(true);
      delete given[name];
    }
    expect(given).toEqual({});
    for (const { name } of container.env)
      expect(secretNames.map((one) => `${one}_FILE`)).toContain(name);
    expect(container.ports.map(({ name }) => name)).toEqual(['http', 'metrics']);
  });
});

/** The components of deploy/kubernetes as deploy/overlays/example takes them, made by kubectl's own kustomize. */
describe('deploy/overlays/example', () => {
  const overlay = 'deploy/overlays/example';
  const Env = z.array(z.object({ name: z.string(), value: z.string() }));
  const PodSpec = z.object({
    containers: z.tuple([
      z.object({ image: z.string(), env: Env, envFrom: z.unknown(), volumeMounts: z.unknown() }),
    ]),
    volumes: z.unknown(),
  });
  const DeploymentSpec = z.object({ template: z.object({ spec: PodSpec }) });
  const CronJobSpec = z.object({ jobTemplate: z.object({ spec: DeploymentSpec }) });

  it('OPS-08 P-67 shows every component, and each is one', () => {
    const components = readdirSync(`${folder}/components`);
    const { components: taken } = z
      .object({ components: z.array(z.string()) })
      .parse(parse(readFileSync(`${overlay}/kustomization.yaml`, 'utf8')));
    expect(taken.map((path) => path.replace(/.*\//, '')).sort()).toEqual(components.sort());
    const guide = readFileSync('docs/operating/install.md', 'utf8');
    for (const name of components) {
      expect(read(`components/${name}/kustomization.yaml`)).toMatchObject({ kind: 'Component' });
      expect(guide).toContain(`\`${name}\``);
    }
    // The doctor is to see what the others change.
    expect(taken.at(-1)).toMatch(/doctor$/);
  });

  const made = spawnSync('kubectl', ['kustomize', overlay]);
  it.skipIf(made.error !== undefined)(
    'OPS-08 CFG-01 gives a shop that starts by form with a brand of its own, and a doctor with the same (skipped: no kubectl here)',
    () => {
      expect(made.stderr.toString()).toBe('');
      const resources = parseAllDocuments(made.stdout.toString()).map(
        (one): unknown => one.toJS() as unknown,
      );
      for (const resource of resources) expect(() => validate(resource)).not.toThrow();
      const specOf = (kind: string): unknown =>
        resources.map((one) => Resource.parse(one)).find((one) => one.kind === kind)?.['spec'];
      const shop = DeploymentSpec.parse(specOf('Deployment')).template.spec;
      const doctor = CronJobSpec.parse(specOf('CronJob')).jobTemplate.spec.template.spec;
      expect(doctor.volumes).toEqual(shop.volumes);
      const [{ image, env, envFrom, volumeMounts }] = shop.containers;
      expect(doctor.containers[0]).toEqual({ image, env, envFrom, volumeMounts });
      const [given] = resources.flatMap((one) => {
        const map = z.object({ data: z.record(z.string(), z.string()) }).safeParse(one);
        return map.data?.data['PUBLIC_URL'] === undefined ? [] : [map.data.data];
      });
      const secrets = env.map(({ name }) => [name.replace(/_FILE$/, ''), 'x'.repeat(40)]);
      const config = readConfig({
        ...given,
        ...(Object.fromEntries(secrets) as Record<string, string>),
        CONFIG_DIR: `${overlay}/config`,
      });
      expect(config).toMatchObject({
        ...{ AUTH_MODE: 'credentials', SEARCH_USERNAME: 'shop-reader' },
        ...{ SEARCH_PASSWORD: 'x'.repeat(40), brand: { name: 'Vetora' } },
      });
      expect(config.SEARCH_API_KEY).toBeUndefined();
    },
  );
});
