-- Only tests and demonstrations remove the limit (docs/decisions/0018).
insert into clock_limit (tolerance_seconds) values (120);
